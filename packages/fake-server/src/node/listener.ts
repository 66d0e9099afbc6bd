/** Serves the core over `node:http`, without `Request` and `Response` objects. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { BodyEncoder } from '../core/http/body-encoder.ts';
import { problemResponse } from '../core/http/problem.ts';
import type { FakeServer, WireResponse } from '../core/index.ts';
import { corsHeaders, preflight, type CorsOrigin } from './cors.ts';
import { injectFault } from './inject-fault.ts';
import type { PendingResponses } from './pending-responses.ts';
import { readRequestBody } from './request-body.ts';
import { sendAndClose, sendResponse } from './send-response.ts';

/** Settings of a listener. */
export interface ListenerSettings {
  readonly corsOrigin: CorsOrigin | undefined;
  /** Whether to reject requests whose `Host` is not this machine. */
  readonly loopbackOnly: boolean;
  readonly maxBodyBytes: number;
  /** Milliseconds after which a client that does not read its response is disconnected; 0 for never. */
  readonly idleTimeout: number;
  readonly pending: PendingResponses;
}

export function createListener(handle: FakeServer['handle'], settings: ListenerSettings): RequestListener {
  const { corsOrigin, loopbackOnly, maxBodyBytes, idleTimeout, pending } = settings;
  const encoder = new BodyEncoder();
  return (incoming, outgoing) => {
    const withCors = (response: WireResponse): WireResponse =>
      corsOrigin === undefined
        ? response
        : { ...response, headers: { ...response.headers, ...corsHeaders(corsOrigin, incoming.headers) } };
    if (loopbackOnly && !isLoopback(incoming.headers.host)) {
      sendAndClose(incoming, outgoing, foreignHost);
      return;
    }
    readRequestBody(incoming, maxBodyBytes, (body) => {
      pending.add(outgoing);
      if (body === undefined) {
        sendAndClose(incoming, outgoing, withCors(tooLong(maxBodyBytes)));
        return;
      }
      const response = withCors(preflight(corsOrigin, incoming) ?? handle(toMessage(incoming, body)));
      const send = () => sendResponse(outgoing, response, encoder, idleTimeout);
      if (response.fault) injectFault(outgoing, response, response.fault, send);
      else send();
    });
  };
}

const loopback = /^(?:(?:[^:/@]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d+)?$/i;

/**
 * Whether a `Host` header names this machine. A page can make its own name resolve to 127.0.0.1 (DNS rebinding), but its
 * requests still carry that name. Without the header it is HTTP/1.0, which no page speaks.
 */
function isLoopback(host: string | undefined): boolean {
  return host === undefined || loopback.test(host);
}

const foreignHost = problemResponse(
  421,
  'This server only answers requests for localhost, 127.0.0.1 and [::1]. To answer any name, start it with a host to listen on.',
);

function tooLong(maxBodyBytes: number): WireResponse {
  return problemResponse(413, `The body is longer than ${maxBodyBytes} bytes, the limit of this server.`);
}

function toMessage(incoming: IncomingMessage, body: string): Parameters<FakeServer['handle']>[0] {
  return { method: incoming.method ?? '', path: pathOf(incoming), headers: headersOf(incoming), body };
}

/** The path as sent. Clients send a whole URL to a proxy (RFC 9112 §3.2.2). */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');
}

/** Headers by lower-case name; repeated ones are joined. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  // Without a prototype: a header may be called `constructor`.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}
