import type { ReceivedResponse } from '../attempt.ts';
import type { Call } from '../call.ts';
import { ParseError } from '../errors/parse-error.ts';

/** The error of a 2xx that promises JSON and has something else. */
export function notJson(call: Call, { raw, text }: ReceivedResponse): ParseError {
  // The platform's own message quotes the body, so it is neither shown nor kept.
  const { status } = raw;
  const kind = kindOf(text);
  return new ParseError(
    `the response is not JSON but ${kind}, with status ${status}. Does baseUrl lead to the service? (${call.terms.url})`,
    call.facts,
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
  if (/^[[{"]/.test(start)) return 'JSON that is broken or ends early';
  return 'text';
}
