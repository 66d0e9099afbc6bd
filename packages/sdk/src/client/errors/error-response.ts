import type { ReceivedResponse, SentHeaders } from '../attempt/attempt.ts';
import { type ApiRequest, factsOf } from '../request.ts';
import { ApiError } from './api-error.ts';

const unauthorized = 'The service wants credentials: see `token` and `headers`.';

const hints: Readonly<Record<number, string>> = {
  400: 'The service could not read the request.',
  401: unauthorized,
  403: unauthorized,
  404: 'Nothing is at this URL: is baseUrl right?',
  405: 'The path does not take this method: does baseUrl lead to the service?',
  408: 'The service gave up waiting.',
  409: 'The service reports a conflict.',
  413: 'The request is too large.',
  415: 'The service does not take JSON here.',
  422: 'The service rejected a field.',
  429: 'Too many requests.',
};

/** Where the path has an id. */
const unknownId = 'Nothing has this id, or baseUrl does not lead to the service.';

/** Where the request had an `authorization` header. */
const refusals: typeof hints = {
  401: 'The service refused the token: is it right, and still valid?',
  403: 'The token does not allow this.',
};

/**
 * Turns a response outside 2xx into an error.
 *
 * @param sent - The caller's headers and token.
 */
export function errorOfResponse(
  request: ApiRequest,
  attempts: number,
  { status, headers, text, retryAfter }: ReceivedResponse,
  sent: SentHeaders,
): ApiError {
  const facts = factsOf(request, attempts);
  const retryAfterMs = parseRetryAfter(retryAfter, Date.now());
  const body = parseLoosely(text);
  const tries = attempts > 1 ? ` after ${attempts} requests` : '';
  const hint =
    (new Map(sent).has('authorization') && refusals[status]) ||
    (status === 404 && request.endpoint.path.includes(':') && unknownId) ||
    (hints[status] ?? (status >= 500 && 'The service failed.'));
  const words = body !== undefined && 'Its own words: `error.body`.';
  const wait = retryAfterMs && `It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
  const what = `the service responded with ${status}${tries} (${facts.method} ${facts.url}).`;
  return new ApiError([what, hint, words, wait].filter(Boolean).join(' '), facts, {
    status,
    headers,
    body,
    retryAfterMs,
  });
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 *
 * @param now - The current time in milliseconds since 1970, to which a date is compared.
 * @returns Milliseconds to wait, never negative; nothing when the header is missing or unreadable.
 */
function parseRetryAfter(header: unknown, now: number): number | undefined {
  // The headers of a response double may have anything as a value.
  if (typeof header !== 'string') return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  // An HTTP date (RFC 9110 §5.6.7) ends in GMT; `Date.parse` alone takes almost anything for a date.
  const date = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
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
