import { statusText } from '../text/status.ts';

/** Maximum length of a text that is shown as a sentence. */
const longest = 400;

/** What a service says in the body of an error response: problem details (RFC 9457), or a short text. */
export function serviceWords(body: unknown, status: number): string[] {
  const said = statusText(status).toLowerCase();
  return sentencesOf(body)
    .map((text) => text.trim())
    .filter(
      (text, index, all) => text !== '' && !said.endsWith(text.toLowerCase()) && all.indexOf(text) === index,
    );
}

function sentencesOf(body: unknown): string[] {
  // A page of a proxy, not words.
  if (typeof body === 'string') return body.length > longest || /^\s*</.test(body) ? [] : [body];
  if (typeof body !== 'object' || body === null) return [];
  const fields = ['title', 'detail', 'message', 'error'] as const;
  return fields.flatMap((name) => {
    const text: unknown = Reflect.get(body, name);
    return typeof text === 'string' ? [text] : [];
  });
}
