import type { ReceivedResponse } from '../attempt.ts';
import type { Call } from '../call.ts';
import type { ApiError } from '../errors/api-error.ts';
import { retryAfterMs } from './retry-after.ts';

const hints: Readonly<Record<number, string>> = {
  400: 'The service could not read the request.',
  401: 'The service wants credentials: see `token` and `headers`.',
  403: 'The credentials do not allow this.',
  404: 'Nothing is there under this id, or baseUrl does not lead to the service.',
  405: 'The path does not take this method: does baseUrl lead to the service?',
  408: 'The service gave up waiting.',
  409: 'The service sees a conflict.',
  413: 'The request is too large.',
  415: 'The service does not take JSON here.',
  422: 'The service refused a field.',
  429: 'Too many requests.',
};

/** Turns a response outside 2xx into an error. */
export function apiFailure(call: Call, { raw, text }: ReceivedResponse, now: number): ApiError {
  const { status, headers } = raw;
  const wait = retryAfterMs(headers.get('retry-after'), now);
  const tries = call.attempts > 1 ? ` after ${call.attempts} requests` : '';
  const hint = hints[status] ?? (status >= 500 ? 'The service failed.' : 'See `body`.');
  const waitFor = wait === undefined || wait === 0 ? '' : ` It asks to wait ${Math.ceil(wait / 1000)} s.`;
  return call.apiError(
    `the service answered ${status}${tries} (${call.terms.endpoint.method} ${call.terms.url}). ${hint}${waitFor}`,
    { status, headers, body: parseLoosely(text), retryAfterMs: wait },
  );
}

/** JSON where it is JSON, text otherwise; nothing where it is empty. */
function parseLoosely(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
