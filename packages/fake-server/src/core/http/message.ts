import type { OperationId } from '@mock-services/sdk/contract';
import type { ReleaseSignal } from '../time/release.ts';

export interface WireRequest {
  /** HTTP method in upper case, because methods are case-sensitive. */
  readonly method: string;
  /** Percent-encoded path as sent, including the path of the base URL and the query string. */
  readonly path: string;
  /** Header names are case-insensitive. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** @default '' */
  readonly body?: string | undefined;
  /**
   * Origin to which the client sent the request. The journal records this origin.
   * @default the origin of the base URL
   */
  readonly origin?: string | undefined;
  /**
   * The client's path without the query, for the journal. Set if that path names a world, which `path` does not.
   * @default `path`
   */
  readonly sentPath?: string | undefined;
}

export interface ReceivedRequest extends WireRequest {
  /** `undefined` if no endpoint matches the method and the path. */
  readonly operation?: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the request has no body. */
  readonly body: string;
}

export interface WireResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the response has no body. */
  readonly body: string;
  /** A fault that the adapter must apply. */
  readonly fault?: WireFault | undefined;
}

/** Represents a response that cannot be sent. Clients that ignore the body recognize the failure by the status. */
export const lost: WireResponse = { status: 500, headers: {}, body: '' };

export interface WireFault {
  /** Delay before the response in milliseconds. */
  readonly delayMs: number;
  /**
   * `undefined` sends the complete response after the delay. A number breaks the connection after that number of body
   * bytes, although `content-length` announces more.
   */
  readonly ending: 'hang' | 'reset' | number | undefined;
  /** Aborted when the fault is removed, so that waiting requests end without a response. */
  readonly released: ReleaseSignal;
}

/** If a response must not have a body, some clients would mistake its body for the next response (RFC 9110 §6.4.1). */
export function mayHaveBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 205 && status !== 304;
}

/** Removes a body that must not be sent, even if a fault sets it. A response to HEAD announces the body's length. */
export function stripBody(method: string, response: WireResponse): WireResponse {
  const { status, headers, body } = response;
  if (body === '' || mayHaveBody(method, status)) return response;
  if (!mayHaveBody('GET', status)) return { ...response, body: '' };
  const length = new TextEncoder().encode(body).length;
  return { ...response, headers: { ...headers, 'content-length': String(length) }, body: '' };
}

export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
