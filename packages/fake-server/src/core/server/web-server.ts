/** A fake server as callers on a network reach it: behind the rules for pages. */
import { tooLong } from '../http/failure.ts';
import { responseTo, type WireRequest, type WireResponse } from '../http/message.ts';
import { foreignPageRejection } from './access.ts';
import { preflight, withCors } from './cors.ts';
import type { RequestHead } from './request-head.ts';

export interface WebServerSettings {
  readonly handle: (request: WireRequest) => WireResponse;
  /** Origins whose pages may call; `*` for all. */
  readonly origins: readonly string[];
  readonly maxBodyBytes: number;
  /** Responds where `handle` throws. */
  readonly failed: (head: RequestHead, error: unknown) => WireResponse;
}

export interface WebServer {
  /** The rejection of a request that may not be made. Asked before its body is read; `undefined` for any other. */
  readonly rejectionOf: (head: RequestHead) => WireResponse | undefined;
  /** Responds to a request that may be made. Never throws. @param body - `undefined` for one that is too long. */
  readonly respond: (head: RequestHead, body: string | undefined) => WireResponse;
}

export function createWebServer({ handle, origins, maxBodyBytes, failed }: WebServerSettings): WebServer {
  const attempt = (head: RequestHead, body: string): WireResponse => {
    try {
      return handle({ method: head.method, path: head.path, headers: head.headers, body });
    } catch (error) {
      return failed(head, error);
    }
  };
  return {
    rejectionOf: (head) => {
      const rejection = foreignPageRejection(head, origins);
      return rejection && responseTo(head.method, rejection);
    },
    respond: (head, body) => {
      const response =
        body === undefined ? tooLong(maxBodyBytes) : (preflight(origins, head) ?? attempt(head, body));
      return withCors(origins, head, responseTo(head.method, response));
    },
  };
}
