/** Request bodies must be uncompressed UTF-8, the only encoding of JSON between systems (RFC 8259 §8.1). */
import { shownValue } from '../words.ts';
import { Problem } from './problem.ts';

/** Represents bytes that are not UTF-8. A lone surrogate is unambiguous, because decoding UTF-8 never produces one. */
const undecodable = '\uDC00';

/** Returns `undefined` if the text would exceed the maximum length of a string. */
export function decodeBody(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Try a lenient decoder, because the bytes may be invalid UTF-8.
  }
  try {
    return new TextDecoder().decode(bytes).replaceAll('\uFFFD', undecodable);
  } catch {
    return undefined;
  }
}

/** Returns a problem if the body is compressed, has another charset, or is not valid UTF-8. */
export function encodingProblem({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): Problem | undefined {
  const encoding = headers['content-encoding']?.trim() ?? '';
  if (!/^(?:identity)?$/i.test(encoding)) {
    const detail = `The body must not be compressed, but its content-encoding is ${shownValue(encoding)}. Send it without content-encoding.`;
    return new Problem(415, detail, { headers: { 'accept-encoding': 'identity' } });
  }
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^(?:utf-?8|(?:us-)?ascii)$/i.test(charset)) {
    return new Problem(415, `The charset of the body must be utf-8; it is ${shownValue(charset)}.`);
  }
  if (isWellFormed(body)) return undefined;
  return new Problem(
    400,
    'The body is not valid UTF-8. Windows shells often send another encoding: send the body from a UTF-8 file, as curl --data-binary @body.json does.',
  );
}

/** The built-in method is 20 times as fast as the regular expression, but some JavaScript engines lack it. */
function isWellFormed(text: string & { readonly isWellFormed?: () => boolean }): boolean {
  return text.isWellFormed?.() ?? !/\p{Surrogate}/u.test(text);
}
