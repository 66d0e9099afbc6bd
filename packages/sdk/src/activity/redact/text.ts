import { isCredentialName } from './names.ts';

/** Replaces a credential. */
export const redacted = 'REDACTED';

/*
 * Anyone may have sent the recorded text, so none of these patterns can backtrack for long: a name excludes the characters
 * that begin the next parameter, and of two adjacent repeats one excludes the characters of the other.
 */

/** `?name=value&name=value`: a value ends at the next `&`. */
const inPath = /([?&#])([^=&?#]+)=([^&]*)/g;
/** `;name=value` in a path segment: `/cart;jsessionid=1`. */
const inSegment = /(;)([^=&?;/]+)=([^&?;/]*)/g;
/** Parameters of a URL in prose, such as a `location` or `link` header. */
const inProse = /([?&;#]\s*)([^=&?;#\s]+)=([^&;#\s"'<>]*)/g;
/** `//user:password@host`. */
const userInfo = /\/\/[^/\s@]*@/g;

/** Redacts the parameters of a path, which may be a whole URL. */
export function redactPath(path: string, isSecret: (name: string) => boolean): string {
  return replaced(replaced(path, inSegment, isSecret), inPath, isSecret).replace(userInfo, `//${redacted}@`);
}

/** Redacts the parameters of URLs in a text. */
export function redactProse(text: string, isSecret: (name: string) => boolean): string {
  return replaced(text, inProse, isSecret).replace(userInfo, `//${redacted}@`);
}

/** Redacts the fields of a form body (`application/x-www-form-urlencoded`). */
export function redactForm(text: string, isSecret: (name: string) => boolean): string {
  return replaced(`&${text}`, inPath, isSecret).slice(1);
}

function replaced(text: string, pattern: RegExp, isSecret: (name: string) => boolean): string {
  return text.replace(pattern, (found: string, before: string, name: string) =>
    isSecret(name.trimStart()) ? `${before}${name}=${redacted}` : found,
  );
}

/** The longest text to print. */
const printable = 120;

/** Control characters, line ends, and characters that change the direction of the text around them. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A recorded or expected value as one short line, safe to print anywhere. */
export function show(value: string | number | RegExp): string {
  const text = redactPath(String(value), isCredentialName);
  const short = text.length > printable ? `${text.slice(0, printable)}…` : text;
  return short.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
