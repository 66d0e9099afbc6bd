/**
 * Defines requests and responses as plain objects that do not depend on an HTTP library. The fetch, MSW, port and
 * Workers adapters convert their requests and responses to these types.
 */
import type { ReleaseSignal } from '../time/release.ts';

/** A request as plain data. */
export interface WireRequest {
  /** HTTP method in upper case. Methods are case-sensitive. */
  readonly method: string;
  /** Percent-encoded path of the request as sent, including the path of the base URL and the query string. */
  readonly path: string;
  /** Headers by case-insensitive name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Request body as a string. The default is an empty string. */
  readonly body?: string | undefined;
  /**
   * A problem with the request, such as two different world names. The problem is recorded in the journal, but does not
   * affect the response to the request.
   */
  readonly problem?: string | undefined;
}

/** A request without its body. */
export interface RequestHead {
  readonly method: string;
  /** Path of the request as sent, including the query string. */
  readonly path: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Origin of the server according to the request, such as `http://127.0.0.1:4600`. */
  readonly ownOrigin: string;
}

/** Handles requests in two steps, so that an adapter can reject a request without reading the request body. */
export interface Server {
  /**
   * Returns a response if the request can be rejected without its body. If `reject` returns `undefined`, the adapter
   * must read the body and call `respond`.
   */
  readonly reject: (head: RequestHead) => WireResponse | undefined;
  /** Responds to a request. @param body - The request body, or `undefined` if the body exceeds the limit. */
  readonly respond: (head: RequestHead, body: string | undefined) => WireResponse;
}

/** A response as plain data. */
export interface WireResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Response body as a string. The string is empty if the response has no body. */
  readonly body: string;
  /** A connection fault that the adapter must simulate. */
  readonly fault?: WireFault | undefined;
}

/**
 * Removes the body of a response to HEAD, but not its length (RFC 9110 §9.3.2). If a response to HEAD had a body, some
 * clients would interpret the body as the next response.
 */
export function responseTo(method: string, response: WireResponse): WireResponse {
  if (method !== 'HEAD' || response.body === '') return response;
  const length = new TextEncoder().encode(response.body).length;
  return { ...response, headers: { ...response.headers, 'content-length': String(length) }, body: '' };
}

/** A connection fault in a response. */
export interface WireFault {
  /** Delay before the response in milliseconds. */
  readonly delayMs: number;
  /**
   * Ending of the response after the delay:
   *
   * - `hang`: the server sends no response.
   * - `reset`: the server resets the connection.
   * - A number: the connection breaks after this number of body bytes, and `content-length` announces more bytes.
   * - `undefined`: the server sends the complete response.
   */
  readonly ending: 'hang' | 'reset' | number | undefined;
  /**
   * Signal that is aborted when the fault is removed. When the signal is aborted, waiting requests end without a
   * response.
   */
  readonly released: ReleaseSignal;
}

/** A request in which every part is present. */
type Message = WireRequest & Required<Omit<WireRequest, 'problem'>>;

/** An empty request, which replaces a value that is not a valid request. */
export const unreadable: Message = { method: '', path: '', headers: {}, body: '' };

/**
 * Validates and copies a request, because a caller that does not use TypeScript may pass any value.
 *
 * @throws {TypeError} if the value is not a request.
 */
export function readMessage({ method, path, headers: given, body = '', problem }: WireRequest): Message {
  const headers = { ...given };
  if (isText(method) && isText(path) && isText(body) && Object.values(headers).every(isText)) {
    return { method, path, headers, body, ...(isText(problem) && { problem }) };
  }
  throw new TypeError(
    'The request is invalid. The strings `method` and `path` are required. The string `body` and the object `headers`, whose values are strings, are optional.',
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Returns the value of a header. @param name - Name of the header in lower case. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  // Adapters pass lower-case header names, but other callers of `handle` may pass header names in any letter case.
  if (Object.hasOwn(headers, name)) return headers[name];
  return Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
}

/** Returns the headers with lower-case names. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
