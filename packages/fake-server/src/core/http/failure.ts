/** The response where a request made the fake server itself fail. */
import { errorText } from '../error-text.ts';
import type { WireRequest, WireResponse } from './message.ts';
import { problemResponse } from './problem.ts';

/** What is known of a request that is no message. */
export const unreadable: Required<WireRequest> = { method: '', path: '', headers: {}, body: '' };

/**
 * Copies a message, as a caller without types may give anything.
 *
 * @throws {TypeError} when it is no message.
 */
export function readMessage({ method, path, headers: given, body = '' }: WireRequest): Required<WireRequest> {
  const headers = { ...given };
  if (isText(method) && isText(path) && isText(body) && Object.values(headers).every(isText)) {
    return { method, path, headers, body };
  }
  throw new TypeError('a message has a method and a path, and may have headers and a body, all of them text');
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** 500: nothing was changed. */
export function failureResponse(error: unknown): WireResponse {
  return problemResponse(500, `The fake server failed, and changed nothing. ${errorText(error)}`);
}

/** 413: a request whose body the fake server does not read. */
export function tooLong(maxBodyBytes: number): WireResponse {
  return problemResponse(413, `The body is longer than ${maxBodyBytes} bytes, the limit of this server.`);
}
