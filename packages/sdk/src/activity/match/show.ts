import { isCredentialName } from '../redact/names.ts';
import { redactPath } from '../redact/text.ts';

const longest = 120;

/** Control characters, line ends, and what changes the direction of the text around them. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Something recorded or expected as one short line that can be printed anywhere. */
export function show(value: string | number | RegExp): string {
  const text = redactPath(String(value), isCredentialName);
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
