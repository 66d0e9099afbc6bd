import { isCredentialName } from './names.ts';
import { decoded, encoded } from './words.ts';

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
  return redactText(path, 'path', isSecret, 0);
}

/** Redacts the parameters of URLs, cookies and the like in a text, or its fields if it is JSON. */
export function redactProse(text: string, isSecret: IsSecret, depth = 0): string {
  return redactContainer(text, isSecret, depth) ?? redactText(text, 'prose', isSecret, depth);
}

/** Redacts the fields of a form body (`application/x-www-form-urlencoded`). */
export function redactForm(text: string, isSecret: IsSecret): string {
  return redactPath(`?${text}`, isSecret).slice(1);
}

/** JSON can be nested more deeply than functions can call each other. */
const maxDepth = 1000;

/**
 * Redacts fields of a JSON value by their names, texts by their structure, and everything nested too deeply to inspect.
 *
 * @param found - Gets to know whether there was anything to redact.
 */
export function redactFields(value: unknown, isSecret: IsSecret, depth = 0, found = { any: false }): unknown {
  if (typeof value === 'string') {
    const shown = redactProse(value, isSecret, depth);
    found.any ||= shown !== value;
    return shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  const redactField = (field: unknown) => redactFields(field, isSecret, depth + 1, found);
  const hide = () => {
    found.any = true;
    return redacted;
  };
  if (depth >= maxDepth) return hide();
  if (Array.isArray(value)) return value.map(redactField);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      isSecret(name) ? hide() : redactField(field),
    ]),
  );
}

/** The text of a JSON value without its credentials: as it is written if it has none. */
export function redactJson(text: string, json: unknown, isSecret: IsSecret, depth = 0): string {
  const found = { any: false };
  const shown = redactFields(json, isSecret, depth, found);
  return found.any ? JSON.stringify(shown) : text;
}

/** Redacts a JSON object or array; `undefined` for other text. */
function redactContainer(text: string, isSecret: IsSecret, depth: number): string | undefined {
  const json = jsonOf(text);
  return json === undefined ? undefined : redactJson(text, json, isSecret, depth + 1);
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

/**
 * Percent-encoding is decoded one level after the other, because what is encoded twice may be within what is encoded once.
 * A level counts as so many of {@link maxDepth}: there are three.
 */
const depthOfEncoding = 300;

/** Values of parameters that look like JSON, encoded or not. Its commas and quotes separate other things elsewhere. */
const jsonValues = {
  path: /(^|=)((?:[[{]|%5b|%7b)[^&#]*)/gi,
  prose: /(^|=)((?:[[{]|%5b|%7b)[^&#;\s<>]*)/gi,
};

/** Redacts a text in all its parts, each of them once: what is nested would take too long otherwise. */
function redactText(text: string, context: Context, isSecret: IsSecret, depth: number): string {
  let shown = '';
  let from = 0;
  let isInQuery = false;
  const showUntil = (end: number): void => {
    const part = text.slice(from, end);
    shown += redactPart(part, { context, isInQuery }, isSecret, depth);
    isInQuery = staysInQuery(part, context, isInQuery);
  };
  for (const { index, 0: whole, 1: before = '', 2: value = '' } of text.matchAll(jsonValues[context])) {
    const plain = decoded(value.replaceAll('+', ' '), 1);
    const json = redactContainer(plain, isSecret, plain === value ? depth : depth + depthOfEncoding);
    if (json === undefined) continue;
    showUntil(index + before.length);
    // A value that is hidden goes on.
    if (!shown.endsWith(redacted)) shown += json === plain ? value : encoded(json);
    from = index + whole.length;
  }
  showUntil(text.length);
  return shown;
}

/** Where a part of a text stands: whether a plus is a space there, and `&` alone ends a value. */
interface Place {
  readonly context: Context;
  readonly isInQuery: boolean;
}

function redactPart(part: string, place: Place, isSecret: IsSecret, depth: number): string {
  const shown = redactPlain(part, place, isSecret);
  const inner = depth + depthOfEncoding;
  if (inner > maxDepth) return shown;
  return redactEncoded(
    shown,
    place,
    (plain) => redactContainer(plain, isSecret, inner) ?? redactText(plain, 'path', isSecret, inner),
  );
}

/** Redacts a text, but for what is percent-encoded in it. */
function redactPlain(text: string, place: Place, isSecret: IsSecret): string {
  const safe = text
    .replace(userInfo, `//${redacted}@`)
    .replace(schemes, `$1 ${redacted}`)
    .replace(webToken, `$1${redacted}`);
  return safe.includes('=') ? redactParameters(safe, place, isSecret) : safe;
}

/** What separates a name or a value from what surrounds it. */
const separators = /[\s=&?;#/,"'<>]/;

/** Redacts each value after a name and `=`. A value that is shown may itself begin with a name and `=`. */
function redactParameters(
  text: string,
  { context, isInQuery: isFirstInQuery }: Place,
  isSecret: IsSecret,
): string {
  let shown = '';
  let from = 0;
  let isInQuery = isFirstInQuery;
  for (let equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', from)) {
    let start = equals;
    while (start > from && !separators.test(text.charAt(start - 1))) start -= 1;
    const name = text.slice(start, equals);
    const value = equals + 1;
    const isHidden = name !== '' && isSecret(name);
    isInQuery = staysInQuery(text.slice(from, value), context, isInQuery);
    shown += text.slice(from, value) + (isHidden ? redacted : '');
    from = isHidden ? endOf(text, value, name, context, isInQuery) : value;
  }
  return shown + text.slice(from);
}

/** Whether a part of a text ends within a query: of the path itself, or of a URL in prose. */
function staysInQuery(part: string, context: Context, isInQuery: boolean): boolean {
  if (context === 'path') return isInQuery || /[?#]/.test(part);
  const last = /[?#\s"<>](?=[^?#\s"<>]*$)/.exec(part)?.[0];
  return last === undefined ? isInQuery : last === '?';
}

/** What ends a value. */
const ends = {
  prose: /[&;#\s"<>]/g,
  queryInProse: /[&#\s"<>]/g,
  query: /&/g,
  path: /[&?;#]/g,
  // The id of a session has no slash; a token may have one.
  idInPath: /[&?;#/]/g,
};

/** Where the value of a parameter ends, which begins at an index. */
function endOf(text: string, from: number, name: string, context: Context, isInQuery: boolean): number {
  const quote = context === 'prose' ? /^["']/.exec(text.charAt(from))?.[0] : undefined;
  if (quote !== undefined) {
    const close = text.indexOf(quote, from + 1);
    // A double quote ends values, so it may stay.
    return close < 0 ? text.length : quote === '"' ? close : close + 1;
  }
  const inPath = /sess|sid$/i.test(name) ? ends.idInPath : ends.path;
  const end =
    context === 'prose' ? ends[isInQuery ? 'queryInProse' : 'prose'] : isInQuery ? ends.query : inPath;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** Redacts the percent-encoded parts of a text, which may be whole URLs: `?next=%2Fx%3Ftoken%3D1`. */
function redactEncoded(text: string, place: Place, redactNested: (plain: string) => string): string {
  if (!/[%+]/.test(text)) return text;
  let { isInQuery } = place;
  return text
    .split(/([\s=&?;#/,"'<>]+)/)
    .map((part, index) => {
      const isSeparator = index % 2 === 1;
      if (isSeparator) isInQuery = staysInQuery(part, place.context, isInQuery);
      const plain = decoded(isInQuery ? part.replaceAll('+', ' ') : part, 1);
      if (isSeparator || plain === part) return part;
      const shown = redactNested(plain);
      return shown === plain ? part : encoded(shown);
    })
    .join('');
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
