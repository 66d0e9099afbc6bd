import type { Call } from '../call.ts';
import type { ParseError } from '../errors/parse-error.ts';

const broken = 'JSON that is broken or ends early';

/**
 * The error of a 2xx that promises JSON and has something else.
 *
 * @param text - The body, unless it was read as it arrived.
 */
export function notJson(call: Call, status: number, text?: string): ParseError {
  // The platform's own message quotes the body, so it is neither shown nor kept.
  const kind = text === undefined ? broken : kindOf(text);
  return call.parseError(
    `the response is not JSON but ${kind}, with status ${status}. Does baseUrl lead to the service? (${call.terms.url})`,
    status,
    { cause: new SyntaxError(`not JSON: ${kind}`) },
  );
}

/** What the first characters of a body look like. The double of a response may have anything for its text. */
function kindOf(text: unknown): string {
  const start = String(text).trimStart().slice(0, 15).toLowerCase();
  if (start === '') return 'empty';
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  if (/^[[{"]/.test(start)) return broken;
  return 'text';
}
