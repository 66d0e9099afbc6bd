import type { Call } from './call.ts';
import { ApiError } from './errors/api-error.ts';
import { ParseError } from './errors/parse-error.ts';
import { retryAfterMs } from './retry-after.ts';

/** A response whose body has been read to the end. */
export interface BufferedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly url: string;
  readonly text: string;
}

/** Parses the body of a 2xx that promises JSON. */
export function parseResult(call: Call, response: BufferedResponse): unknown {
  try {
    return JSON.parse(response.text);
  } catch {
    // The platform's own message quotes the body, so it is neither shown nor kept.
    const { status } = response;
    const found = `the response is not JSON but ${kindOf(response)}, with status ${status}`;
    throw new ParseError(`${found}. Does baseUrl lead to the service? (${call.url})`, call.facts, status, {
      cause: new SyntaxError(`not JSON: ${kindOf(response)}`),
    });
  }
}

/** What the first bytes of a body look like. */
function kindOf({ text }: BufferedResponse): string {
  const start = text.trimStart().slice(0, 15).toLowerCase();
  if (start === '') return 'empty';
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  if (/^[[{"]/.test(start)) return 'JSON that is broken or ends early';
  return 'text';
}

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
export function apiError(call: Call, response: BufferedResponse, now: number): ApiError {
  const { status, headers } = response;
  const wait = retryAfterMs(headers.get('retry-after'), now);
  const tries = call.attempts > 1 ? ` after ${call.attempts} requests` : '';
  const hint = hints[status] ?? (status >= 500 ? 'The service failed.' : 'See `body`.');
  const waitFor = wait === undefined || wait === 0 ? '' : ` It asks to wait ${Math.ceil(wait / 1000)} s.`;
  return new ApiError(
    `the service answered ${status}${tries} (${call.endpoint.method} ${call.url}). ${hint}${waitFor}`,
    call.facts,
    { status, headers, body: parseLoosely(response.text), retryAfterMs: wait },
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
