/** The plain messages of the core. Each adapter (fetch, MSW, a port) converts them once. */

import type { ReleaseSignal } from '../time/release.ts';

/** A request as it came over the wire. */
export interface WireRequest {
  /** HTTP method in upper case; methods are case-sensitive. */
  readonly method: string;
  /** Path as sent, percent-encoded, with the path prefix of the base URL and the query string if there is one. */
  readonly path: string;
  /** Header name, in any letter case, to value. None by default. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Body as text; empty by default. */
  readonly body?: string | undefined;
  /** What is wrong with how the request came in, although it can be responded to. For the journal. */
  readonly problem?: string | undefined;
}

/** A request without its body. */
export interface RequestHead {
  readonly method: string;
  /** Path as sent, with the query string if there is one. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The origin of the server as the request names it, such as `http://127.0.0.1:4600`. */
  readonly ownOrigin: string;
}

/** Responds to requests in two steps, so that an adapter does not read the body of a rejected request. */
export interface Server {
  /** The response to a request whose body is not read; `undefined` for any other request. */
  readonly reject: (head: RequestHead) => WireResponse | undefined;
  /** @param body - `undefined` if the body is longer than the limit. */
  readonly respond: (head: RequestHead, body: string | undefined) => WireResponse;
}

/** The response to a request. */
export interface WireResponse {
  readonly status: number;
  /** Header name, in lower case, to value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; empty when there is none. */
  readonly body: string;
  /** What goes wrong on the way to the client, for each face to act out; `undefined` when nothing does. */
  readonly fault?: WireFault | undefined;
}

/** Removes the body of a response to HEAD (RFC 9110 §9.3.2): some clients would read the body as the next response. */
export function responseTo(method: string, response: WireResponse): WireResponse {
  return method === 'HEAD' ? { ...response, body: '' } : response;
}

/** What goes wrong with a response on its way. */
export interface WireFault {
  /** Milliseconds to wait before anything else happens. */
  readonly delayMs: number;
  /**
   * What happens then instead of a whole response: `hang`, nothing ever; `reset`, the connection is reset; a number,
   * the connection breaks after so many bytes of a body that was announced as longer. `undefined` for a whole response.
   */
  readonly ending: 'hang' | 'reset' | number | undefined;
  /** Aborted when the faults are removed: waiting ends then, without a response. */
  readonly released: ReleaseSignal;
}

/** A request whose parts are all there. */
type Message = WireRequest & Required<Omit<WireRequest, 'problem'>>;

/** What is known of a request that is no message. */
export const unreadable: Message = { method: '', path: '', headers: {}, body: '' };

/**
 * Copies a message, as a caller without types may give anything.
 *
 * @throws {TypeError} when it is no message.
 */
export function readMessage({ method, path, headers: given, body = '', problem }: WireRequest): Message {
  const headers = { ...given };
  if (isText(method) && isText(path) && isText(body) && Object.values(headers).every(isText)) {
    return { method, path, headers, body, ...(isText(problem) && { problem }) };
  }
  throw new TypeError('a message has a method and a path, and may have headers and a body, all of them text');
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** The value of a header. `name` is in lower case; it may have been sent in any. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  // Faces give names in lower case; a caller of `handle` may not.
  if (Object.hasOwn(headers, name)) return headers[name];
  return Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
}

/** The headers with their names in lower case. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
