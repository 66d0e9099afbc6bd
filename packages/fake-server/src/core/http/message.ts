/** The plain requests and responses of the core. Adapters (fetch, MSW, ports, Workers) convert them. */
import type { ReleaseSignal } from '../time/release.ts';

/** A request as plain data. */
export interface WireRequest {
  /** HTTP method in upper case. Methods are case-sensitive. */
  readonly method: string;
  /** Percent-encoded path as sent, including the path prefix of the base URL and the query string. */
  readonly path: string;
  /** Headers by case-insensitive name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Body as a string. Empty by default. */
  readonly body?: string | undefined;
  /** A problem of the request for the journal, such as two different world names. It does not change the response. */
  readonly problem?: string | undefined;
}

/** A request without its body. */
export interface RequestHead {
  readonly method: string;
  /** Path as sent, including the query string. */
  readonly path: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Origin of the server according to the request, such as `http://127.0.0.1:4600`. */
  readonly ownOrigin: string;
}

/** Handles requests in two steps, so that an adapter need not read the body of a rejected request. */
export interface Server {
  /** Returns a response that needs no request body, or `undefined` if the adapter must read the body and call `respond`. */
  readonly reject: (head: RequestHead) => WireResponse | undefined;
  /** Responds to a request. @param body - `undefined` if the body exceeds the limit. */
  readonly respond: (head: RequestHead, body: string | undefined) => WireResponse;
}

/** A response as plain data. */
export interface WireResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as a string. Empty if the response has no body. */
  readonly body: string;
  /** A fault of the connection, which the adapter must simulate. */
  readonly fault?: WireFault | undefined;
}

/** Removes the body of a response to HEAD (RFC 9110 §9.3.2), because some clients would read it as the next response. */
export function responseTo(method: string, response: WireResponse): WireResponse {
  return method === 'HEAD' ? { ...response, body: '' } : response;
}

/** A fault of the connection that carries a response. */
export interface WireFault {
  /** Delay before the response in milliseconds. */
  readonly delayMs: number;
  /**
   * What happens after the delay:
   *
   * - `hang`: no response is sent.
   * - `reset`: the connection is reset.
   * - A number: the connection breaks after this number of body bytes. The announced length is larger.
   * - `undefined`: the complete response is sent.
   */
  readonly ending: 'hang' | 'reset' | number | undefined;
  /** Aborted when the faults are removed. Waiting requests then end without a response. */
  readonly released: ReleaseSignal;
}

/** A request without missing parts. */
type Message = WireRequest & Required<Omit<WireRequest, 'problem'>>;

/** Replaces a value that is not a valid request. */
export const unreadable: Message = { method: '', path: '', headers: {}, body: '' };

/**
 * Validates and copies a request, because untyped callers may pass any value.
 *
 * @throws {TypeError} if the value is not a request.
 */
export function readMessage({ method, path, headers: given, body = '', problem }: WireRequest): Message {
  const headers = { ...given };
  if (isText(method) && isText(path) && isText(body) && Object.values(headers).every(isText)) {
    return { method, path, headers, body, ...(isText(problem) && { problem }) };
  }
  throw new TypeError(
    'The request is invalid. It must have the strings `method` and `path`. `headers` and `body` are optional, and contain strings.',
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Returns the value of a header. @param name - Lower-case name. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  // Adapters pass lower-case names. Callers of `handle` may use any letter case.
  if (Object.hasOwn(headers, name)) return headers[name];
  return Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
}

/** Returns the headers with lower-case names. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
