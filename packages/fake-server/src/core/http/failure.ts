/** Responses of the fake server itself, rather than of an operation. */
import { errorText } from '../error-text.ts';
import { isStorageError, isWorldError } from '../errors.ts';
import type { WireResponse } from './message.ts';
import { problemResponse } from './problem.ts';

/** 500, 507 where a storage failed, or 400 and 503 where there is no world: nothing was changed. */
export function failureResponse(error: unknown): WireResponse {
  if (isWorldError(error)) return problemResponse(error.reason === 'malformed' ? 400 : 503, error.message);
  if (isStorageError(error)) return problemResponse(507, error.message);
  return problemResponse(500, `The fake server failed, and changed nothing. ${errorText(error)}`);
}

/** 413: a request whose body the fake server does not read. */
export function tooLong(maxBodyBytes: number): WireResponse {
  return problemResponse(
    413,
    `The body is longer than ${maxBodyBytes} bytes, the limit of this server (maxBodyBytes).`,
  );
}
