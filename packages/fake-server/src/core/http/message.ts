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
  /** A mistake in the request that does not prevent a response, such as two world names. The journal records it. */
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
  /** Body as text; empty if the response has none. */
  readonly body: string;
  /** What goes wrong on the way to the client. Each adapter acts it out. */
  readonly fault?: WireFault | undefined;
}

/** Removes the body of a response to HEAD (RFC 9110 §9.3.2): some clients would read the body as the next response. */
export function responseTo(method: string, response: WireResponse): WireResponse {
  return method === 'HEAD' ? { ...response, body: '' } : response;
}

/** What goes wrong with a response on its way to the client. */
export interface WireFault {
  /** Milliseconds to wait before anything else happens. */
  readonly delayMs: number;
  /**
   * What happens after the delay: `hang`, no response; `reset`, the connection is reset; a number, the connection
   * breaks after this number of bytes of a body that was announced as longer. `undefined` for a whole response.
   */
  readonly ending: 'hang' | 'reset' | number | undefined;
  /** Aborted when the faults are removed. Waiting then ends without a response. */
  readonly released: ReleaseSignal;
}

/** A request in which every part is present. */
type Message = WireRequest & Required<Omit<WireRequest, 'problem'>>;

/** The message in place of a request that is not a message. */
export const unreadable: Message = { method: '', path: '', headers: {}, body: '' };

/**
 * Copies a message: a caller without types may pass anything.
 *
 * @throws {TypeError} if the value is not a message.
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

/** The value of a header. @param name - In lower case; the header may have been sent in any letter case. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  // Adapters pass names in lower case, and callers of `handle` in any letter case.
  if (Object.hasOwn(headers, name)) return headers[name];
  return Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
}

/** The headers with their names in lower case. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
