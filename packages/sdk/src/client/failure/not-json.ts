import type { Call } from '../call.ts';
import type { ParseError } from '../errors/parse-error.ts';

/**
 * The error of a 2xx that promises JSON and has something else.
 *
 * @param text - The body, unless it was read as it arrived.
 */
export function notJson(call: Call, status: number, text?: string): ParseError {
  // The platform's own message quotes the body, so it is neither shown nor kept.
  const what = text === undefined ? 'not JSON, or ends early' : `not JSON but ${kindOf(text)}`;
  return call.parseError(
    `the response is ${what}, with status ${status}. Does baseUrl lead to the service? (${call.terms.url})`,
    status,
    { cause: new SyntaxError(what) },
  );
}

/** What the first characters of a body look like. The double of a response may have anything for its text. */
function kindOf(text: unknown): string {
  const start = String(text).trimStart().slice(0, 15).toLowerCase();
  if (start === '') return 'empty';
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  if (/^[[{"]/.test(start)) return 'JSON that is broken or ends early';
  return 'text';
}
