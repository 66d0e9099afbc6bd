import { isCredentialName } from './names.ts';
import { decoded } from './words.ts';

/** Replaces a credential. */
export const redacted = 'REDACTED';

/** Tells by the name of a field, header or parameter whether to redact its value. */
export type IsSecret = (name: string) => boolean;

/*
 * Anyone may have sent the recorded text, so nothing here takes more than linear time: loops go forward only, and of two
 * adjacent repeats in a pattern one excludes the characters of the other.
 */

/** Redacts the parameters of a path, which may be a whole URL, and what else in it is a credential. */
export function redactPath(path: string, isSecret: IsSecret): string {
  return redactEncoded(redactPlain(path, 'path', isSecret), isSecret, 0);
}

/** Redacts the parameters of URLs, cookies and the like in a text, or its fields if it is JSON. */
export function redactProse(text: string, isSecret: IsSecret, depth = 0): string {
  const json = jsonOf(text);
  if (json !== undefined) return JSON.stringify(redactFields(json, isSecret, depth + 1));
  return redactEncoded(redactPlain(text, 'prose', isSecret), isSecret, depth);
}

/** Redacts the fields of a form body (`application/x-www-form-urlencoded`). */
export function redactForm(text: string, isSecret: IsSecret): string {
  return redactPath(`?${text}`, isSecret).slice(1);
}

/** JSON can be nested more deeply than functions can call each other. */
const maxDepth = 1000;

/** Redacts fields of a JSON value by their names, texts by their structure, and everything nested too deeply to inspect. */
export function redactFields(value: unknown, isSecret: IsSecret, depth = 0): unknown {
  if (typeof value === 'string') return redactProse(value, isSecret, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return redacted;
  const redactField = (field: unknown) => redactFields(field, isSecret, depth + 1);
  if (Array.isArray(value)) return value.map(redactField);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      isSecret(name) ? redacted : redactField(field),
    ]),
  );
}

/** A JSON object or array. */
function jsonOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** `//user:password@host`; the password may have an `@`. */
const userInfo = /\/\/[^/\s?#]*@/g;
/** A scheme with its credentials, as in `Authorization`. A challenge has parameters in their place. */
const schemes = /\b(bearer|basic) +(?!\w+="?\w)[^\s,;"']{6,}/gi;
/** A JSON web token, and what is before it. */
const webToken = /(^|[^\w-])eyJ[\w-]{8,}\.[\w.-]+/g;

type Context = 'path' | 'prose';

/** Redacts a text, but for what is percent-encoded in it. */
function redactPlain(text: string, context: Context, isSecret: IsSecret): string {
  const safe = text
    .replace(userInfo, `//${redacted}@`)
    .replace(schemes, `$1 ${redacted}`)
    .replace(webToken, `$1${redacted}`);
  return safe.includes('=') ? redactParameters(safe, context, isSecret) : safe;
}

/** What separates a name or a value from what surrounds it. */
const separators = /[\s=&?;#/,"'<>]/;

/** Redacts each value after a name and `=`. A value that is shown may itself begin with a name and `=`. */
function redactParameters(text: string, context: Context, isSecret: IsSecret): string {
  const query = text.search(/[?#]/);
  let shown = '';
  let from = 0;
  for (let equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', from)) {
    let start = equals;
    while (start > from && !separators.test(text.charAt(start - 1))) start -= 1;
    const name = text.slice(start, equals);
    const value = equals + 1;
    const isHidden = name !== '' && isSecret(name);
    shown += text.slice(from, value) + (isHidden ? redacted : '');
    const isInQuery = query >= 0 && query < value;
    from = isHidden ? endOf(text, value, name, context === 'path' && isInQuery ? 'query' : context) : value;
  }
  return shown + text.slice(from);
}

/** Where the value of a parameter ends, which begins at an index. */
function endOf(text: string, from: number, name: string, context: Context | 'query'): number {
  const isQuoted = context === 'prose' && text.charAt(from) === '"';
  // The id of a session has no slash; a token may have one.
  const isId = context === 'path' && /sess|sid$/i.test(name);
  const ends = { query: /&/g, prose: isQuoted ? /"/g : /[&;#\s"'<>]/g, path: isId ? /[&?;#/]/g : /[&?;#]/g };
  const end = ends[context];
  end.lastIndex = isQuoted ? from + 1 : from;
  return end.exec(text)?.index ?? text.length;
}

/** Redacts the percent-encoded parts of a text, which may be whole URLs: `?next=%2Fx%3Ftoken%3D1`. */
function redactEncoded(text: string, isSecret: IsSecret, depth: number): string {
  if (!text.includes('%')) return text;
  const parts = text.split(/([\s=&?;#/,"'<>]+)/);
  return parts.map((part) => (part.includes('%') ? redactPart(part, isSecret, depth) : part)).join('');
}

function redactPart(part: string, isSecret: IsSecret, depth: number): string {
  const plain = decoded(part);
  const json = jsonOf(plain);
  const shown =
    json === undefined
      ? redactPlain(plain, 'path', isSecret)
      : JSON.stringify(redactFields(json, isSecret, depth + 1));
  if (shown === plain) return part;
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(shown.replace(/\p{Cs}/gu, '\u{fffd}'));
}

/** The longest text to print. */
const printable = 120;

/** Control characters, line ends, and characters that change the direction of the text around them. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A recorded or expected value as one short line, safe to print anywhere. */
export function show(value: string | number | RegExp): string {
  const text = redactProse(redactPath(String(value), isCredentialName), isCredentialName);
  const short = text.length > printable ? `${text.slice(0, printable)}…` : text;
  return short.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
