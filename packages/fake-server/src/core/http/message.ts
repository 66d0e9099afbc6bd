/**
 * Defines requests and responses as plain objects that do not depend on an HTTP library, and the steps in which every
 * adapter (fetch, MSW, port, Workers) handles a request.
 */
import type { ReceivedRequest } from '../rows/journal-entry.ts';
import { pause, type ReleaseSignal } from '../time/release.ts';

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
  /** Signal that is aborted when the fault is removed. Waiting requests then end without a response. */
  readonly released: ReleaseSignal;
}

/** A request that an adapter received. Its header names are in lower case, and its body is read only if necessary. */
export interface Arrival extends Pick<ReceivedRequest, 'method' | 'path' | 'headers'> {
  /** Origin of the server according to the request, such as `http://127.0.0.1:4600`. */
  readonly ownOrigin: string;
  /** Resolves to the body, or to `undefined` if the body exceeds the limit. */
  readonly readBody: () => Promise<string | undefined>;
  /** Returns a signal that is aborted when the client disconnects. */
  readonly left: () => ReleaseSignal;
}

/** Handles requests in two steps, so that an adapter can reject a request without reading the request body. */
export interface Server {
  /** Returns a response if the request can be rejected without its body. */
  readonly reject: (request: Arrival) => WireResponse | undefined;
  /** Responds to a request. @param body - The request body, or `undefined` if the body exceeds the limit. */
  readonly respond: (request: Arrival, body: string | undefined) => WireResponse;
}

/** A response that is due, and what an adapter sends of it. */
export interface Outcome {
  readonly response: WireResponse;
  /** `reset` resets the connection, and a number breaks the connection after this number of body bytes. */
  readonly ending: 'complete' | 'reset' | number;
}

/**
 * Responds to a request, and waits as long as the fault of the response requires. Rejects if the body cannot be read.
 *
 * @param hangMs - Time after which a hanging request ends. The default is no limit.
 */
export async function exchange(
  server: Server,
  request: Arrival,
  hangMs = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const given = server.reject(request) ?? server.respond(request, await request.readBody());
  const response = request.method === 'HEAD' ? withoutBody(given) : given;
  const ending = response.fault ? await endingOf(response.fault, request, hangMs) : 'complete';
  const hasBody = request.method !== 'HEAD' && !isBodyless(response.status);
  return { response, ending: typeof ending === 'number' && !hasBody ? 'complete' : ending };
}

async function endingOf(
  { delayMs, ending, released }: WireFault,
  { left }: Arrival,
  hangMs: number,
): Promise<Outcome['ending']> {
  const signals = [left(), released];
  await pause(ending === 'hang' ? hangMs : delayMs, signals);
  return ending === 'hang' || signals.some(({ aborted }) => aborted) ? 'reset' : (ending ?? 'complete');
}

/**
 * Removes the body of a response to HEAD, but not its length (RFC 9110 §9.3.2). If a response to HEAD had a body, some
 * clients would interpret the body as the next response.
 */
function withoutBody(response: WireResponse): WireResponse {
  if (response.body === '') return response;
  const length = new TextEncoder().encode(response.body).length;
  return { ...response, headers: { ...response.headers, 'content-length': String(length) }, body: '' };
}

/** Whether responses with the given status never have a body, even if a fault sets a body. */
export function isBodyless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Returns the headers with lower-case names. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
