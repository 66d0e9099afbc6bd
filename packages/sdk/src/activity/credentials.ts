/**
 * This module finds credentials in names and strings. An attacker may have written the recorded text, so every function
 * must run in linear time. Every loop moves forward only. In every regular expression, adjacent repetitions match
 * different characters, so that the expression cannot backtrack much.
 */
import { ValueScanner } from './log-splitter.ts';

/** The text that replaces a credential. */
export const redacted = 'REDACTED';

/** Whether to redact the value of a field, header or parameter with this name. */
export type IsSecret = (name: string) => boolean;

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Words that name a credential, in the singular. */
const words = setOf(`
  apikey accesskey assertion auth authentication authkey authorization bearer cookie cred credential csrf cvc cvv hmac
  jsessionid jwt mfa oauth otp pass passcode passkey passphrase passwd password passwort phpsessid pin privatekey psk pwd saml
  secret secretkey sessid session sessionid sharedkey sig signature sso token totp verifier xsrf`);

/** Suffixes of credential names that are written without separators, such as `accesstoken` and `dbpass`. */
const endings =
  /(token|secret|password|passwd|passphrase|pwd|credential|signature|jwt|cookie|authorization|sess(ion)?id|accesskeyid|^(?!(by|com|encom|over|sur|tres|under)pass$).+pass|(access|account|admin|api|app|auth|client|consumer|db|encryption|hmac|license|master|private|secret|service|session|shared|signing|ssh|storage|user)key)$/;

/**
 * Last words of names that describe a credential but do not hold its value, such as `token_type` and `x-oauth-scopes`.
 */
const aboutOne = setOf(`
  age alg algo algorithm at count created date domain duration enabled endpoint exp expiration expire expiry format in length
  lifetime limit max method min mode name path policy provider realm region remaining required scheme scope size statu
  supported time timeout timestamp ttl type updated uri url usage used version`);

/** Words before `key` or `sid` in names that are not credentials, such as `cache-key` and `MessageSid`. */
const open: Readonly<Record<string, ReadonlySet<string>>> = {
  key: setOf(`
    aggregate cache dedup deduplication field foreign group hash idempotency index item map message object order partition
    primary public range routing row sort surrogate translation unique`),
  sid: setOf(
    'account call conference event message parent participant recording service subaccount task worker workspace',
  ),
};

/**
 * Words that, directly before `key`, mark a name as a credential, even if other words come after `key`. An example is
 * `aws_access_key_id`.
 */
const locks = setOf('access account api auth encryption master private secret shared signing');

/** Words that occur in the names of token counts, such as `max_tokens`. */
const counts = setOf('cached completion input max min num output prompt reasoning remaining total used');

/** Credential names that the word lists in this file do not cover. Each name is written without separators. */
const secretNames = setOf(
  'devicecode secwebsocketprotocol sign usercode xamznoidcdata xhoneycombteam xjfrogartapi',
);
const openNames = setOf('accesscontrolallowcredential');

/**
 * Whether a header, query parameter or field with this name holds a credential. Ambiguous names count as credentials.
 */
export function isCredentialName(name: string): boolean {
  const parts = wordsOf(name);
  const last = parts.at(-1) ?? '';
  const before = parts.at(-2) ?? '';
  const joined = parts.join('');
  if (secretNames.has(joined)) return true;
  if (aboutOne.has(last) || openNames.has(joined) || parts.includes('ratelimit')) return false;
  if (last === 'token' && parts.some((part) => counts.has(part))) return false;
  if (last === 'key' || last === 'sid') return open[last]?.has(before) !== true;
  return parts.some(
    (part, index) =>
      words.has(part) || endings.test(part) || (part === 'key' && locks.has(parts[index - 1] ?? '')),
  );
}

/**
 * Splits a name into lower-case words in the singular. The result is the same for `xHubSignature`, `x-hub-signature`,
 * `x.hub[signatures]` and `X%2DHub_Signature`.
 */
function wordsOf(name: string): string[] {
  return decoded(name)
    .replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map((word) => (/[a-z]{3}s$/.test(word) && !word.endsWith('ss') ? word.slice(0, -1) : word));
}

/** Whether a value is the name of a header, field or parameter that holds a secret. */
function isSecretName(value: unknown, isSecret: IsSecret): boolean {
  return typeof value === 'string' && /^\S{1,100}$/.test(value) && isSecret(value);
}

/** Maximum recursion depth. Without a limit, deeply nested JSON could overflow the call stack. */
const maxDepth = 1000;

/** The results that one redaction collects. */
interface Found {
  /** Whether anything was redacted. */
  any: boolean;
  /** Number of fields in all objects. */
  fields: number;
}

/**
 * Redacts the credentials in a JSON value. The function redacts fields with secret names, credentials within strings,
 * and values that exceed the depth limit. Recognizes names that are stored as values, as in `{"name": "Cookie",
 * "value": "…"}` and `["Cookie", "…"]`.
 */
export function redactFields(
  value: unknown,
  isSecret: IsSecret,
  depth = 0,
  found: Found = { any: false, fields: 0 },
): unknown {
  if (typeof value === 'string') {
    const shown = redactProse(value, isSecret, depth);
    found.any ||= shown !== value;
    return shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  const redactField = (field: unknown, isHidden: boolean) => {
    found.any ||= isHidden;
    return isHidden ? redacted : redactFields(field, isSecret, depth + 1, found);
  };
  if (depth >= maxDepth) return redactField(value, true);
  if (Array.isArray(value)) {
    const isPairs = value.length % 2 === 0 && value.every((item) => typeof item === 'string');
    return value.map((item, index) =>
      redactField(item, isPairs && index % 2 === 1 && isSecretName(value[index - 1], isSecret)),
    );
  }
  const fields = Object.entries(value) as [string, unknown][];
  const hasSecretName = fields.some(
    ([name, field]) => /^(name|key|header)$/i.test(name) && isSecretName(field, isSecret),
  );
  found.fields += fields.length;
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      redactField(field, isSecret(name) || (hasSecretName && /^values?$/i.test(name))),
    ]),
  );
}

/** Redacts JSON text. Text without a credential stays unchanged. */
export function redactJson(text: string, json: unknown, isSecret: IsSecret, depth = 0): string {
  const found = { any: false, fields: 0 };
  const shown = redactFields(json, isSecret, depth, found);
  // If an object in the text has two fields with the same name, `json` contains only the last field. Comparing the
  // number of fields in `text` and `json` reveals duplicate fields.
  return found.any || found.fields !== countFields(text) ? JSON.stringify(shown) : text;
}

/** Counts the fields in JSON, including duplicates. */
function countFields(json: string): number {
  let count = 0;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charAt(index);
    if (character === '"') index = endOfQuoted(json, index + 1, '"', 0);
    else if (character === ':') count += 1;
  }
  return count;
}

/** Redacts a JSON object or array. Returns `undefined` for other text. */
function redactContainer(text: string, isSecret: IsSecret, depth: number): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  // `trim` removes a byte order mark, which is invalid in JSON.
  const trimmed = text.trim();
  let json: unknown;
  try {
    json = JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  const shown = redactJson(trimmed, json, isSecret, depth + 1);
  return shown === trimmed ? text : shown;
}

/**
 * The context in which a parameter occurs. The characters that end a parameter in a path differ from those that end a
 * parameter in prose.
 */
type Context = 'path' | 'prose';

/**
 * Redacts the credentials in a path, such as the values of query parameters with secret names. The path may be a
 * complete URL.
 */
export function redactPath(path: string, isSecret: IsSecret): string {
  return redactText(path, 'path', isSecret, 0);
}

/** Redacts credentials in a string, such as the values of JSON fields, URL parameters and cookies. */
export function redactProse(text: string, isSecret: IsSecret, depth = 0): string {
  return redactContainer(text, isSecret, depth) ?? redactText(text, 'prose', isSecret, depth);
}

/** Redacts the fields of a form body (`application/x-www-form-urlencoded`). */
export function redactForm(text: string, isSecret: IsSecret): string {
  return redactPath(`?${text}`, isSecret).slice(1);
}

function redactText(text: string, context: Context, isSecret: IsSecret, depth: number): string {
  return redactEncoded(redactPlain(text, context, isSecret), context, isSecret, depth);
}

/**
 * Matches a URL up to the end of its user information, such as `//user:password@`. Browsers accept backslashes instead
 * of slashes. Browsers accept `https:` with fewer than two slashes. A password may contain `@`, and JSON may escape a
 * slash.
 */
const userInfo =
  /([\\/]{2})(?:[^\\/\s?#]|\\(?![\\/]))*@|\b((?:https?|wss?|ftp):[\\/])[^\\/\s?#]*@|\b((?:https?|wss?|ftp):)[^\\/\s?#:@]*:[^\\/\s?#:@]*@/gi;
/**
 * Matches an authentication scheme with its credentials, such as `Bearer abcdef`. The expression does not match a
 * challenge, because a challenge has parameters instead of credentials.
 */
const schemes = /\b((?:bearer|basic)[\\"']{0,8}[ \t:=]+[\\"']{0,8})(?!\w+="?\w)[^\s,;"'\\]{6,}/gi;
/** Matches a JSON Web Token (JWT) and the character before the token. */
const webToken = /(^|[^\w-])eyJ[\w-]{8,}\.[\w.-]+/g;
/** A line with an HTTP header. */
const headerLine = /^([ \t]*)([\w.-]{1,100})([ \t]{0,8}:[ \t]+).+$/gm;

/** Redacts a string, except for its percent-encoded parts. */
function redactPlain(text: string, context: Context, isSecret: IsSecret): string {
  let safe = text
    .replace(userInfo, `$1$2$3${redacted}@`)
    .replace(schemes, `$1${redacted}`)
    .replace(webToken, `$1${redacted}`);
  if (context === 'prose') {
    safe = safe.replace(headerLine, (line: string, indent: string, name: string, colon: string) =>
      isSecret(name) ? indent + name + colon + redacted : line,
    );
  }
  return redactParameters(redactQuoted(safe, isSecret), context, isSecret);
}

/**
 * Matches a quoted name and a colon, such as `"token": `, `'token': `, or the escaped form `\"token\": ` in a JSON
 * string.
 */
const quotedName = /(["'])((?:[^"'\\]|\\u[\da-f]{4})*)\\*\1\s*:\s*/gi;

/**
 * Redacts each value after a quoted secret name. The text may contain JSON even if the text as a whole is not valid
 * JSON.
 */
function redactQuoted(text: string, isSecret: IsSecret): string {
  if (!/["']\s*:/.test(text)) return text;
  let shown = '';
  let from = 0;
  for (const { index, 0: whole, 1: quote = '', 2: name = '' } of text.matchAll(quotedName)) {
    const plainName = name.replace(/\\u(.{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    if (index < from || !isSecret(plainName)) continue;
    const escapes = backslashesBefore(text, index, 0);
    const value = index + whole.length;
    const [opening = ''] = /^\\*["']?/.exec(text.slice(value, value + escapes + 1)) ?? [];
    const mark = '\\'.repeat(escapes) + quote;
    shown += text.slice(from, value);
    if (/["']$/.test(opening)) {
      shown += opening + redacted;
      from = endOfQuoted(text, value + opening.length, opening.slice(-1), opening.length - 1);
    } else {
      shown += mark + redacted + mark;
      from = endOfUnquoted(text, value, mark === '"');
    }
  }
  return shown + text.slice(from);
}

function backslashesBefore(text: string, index: number, least: number): number {
  let start = index;
  while (start > least && text.charAt(start - 1) === '\\') start -= 1;
  return index - start;
}

/**
 * Returns the index at which a quoted string ends. Its content begins at `from`. `escapes` is the number of backslashes
 * before the quotes that delimit the string. The value of `escapes` is 0, or 2^n - 1 if the string is nested in n other
 * strings. Quotes within the content have more backslashes than the quotes that delimit the string.
 */
function endOfQuoted(text: string, from: number, quote: string, escapes: number): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    const before = backslashesBefore(text, at, from);
    if (before < escapes || before % (2 * escapes + 2) === escapes) return at - Math.min(before, escapes);
  }
  return text.length;
}

/** Returns the index at which a number, word, object or array ends. The value begins at `from`. */
function endOfUnquoted(text: string, from: number, isJson: boolean): number {
  const isContainer = /[[{]/.test(text.charAt(from));
  if (!isContainer) {
    const length = text.slice(from).search(/[\s,;&}\]]/);
    return length < 0 ? text.length : from + length;
  }
  // The scanner understands only JSON strings, so other notations are searched without the scanner.
  const end = isJson ? new ValueScanner().endIn(text, from) : -1;
  return end < 0 ? text.length : end;
}

/** Characters that separate a name or a value from the surrounding text. */
const separators = /[\s=&?;#/,"'<>]/;

/**
 * Redacts each value after a secret name and `=`. A value that is not redacted may itself contain a secret name and
 * `=`.
 */
function redactParameters(text: string, context: Context, isSecret: IsSecret): string {
  let shown = '';
  let from = 0;
  let isInQuery = false;
  for (let equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', from)) {
    let start = equals;
    while (start > from && !separators.test(text.charAt(start - 1))) start -= 1;
    const name = text.slice(start, equals);
    const value = equals + 1;
    const isHidden = name !== '' && isSecret(name);
    isInQuery = staysInQuery(text.slice(from, value), context, isInQuery);
    shown += text.slice(from, value) + (isHidden ? redacted : '');
    from = isHidden ? endOfValue(text, value, name, context, isInQuery) : value;
  }
  return shown + text.slice(from);
}

/** Whether the end of the string `part` is inside a URL query. In prose, only a URL can contain a query. */
function staysInQuery(part: string, context: Context, isInQuery: boolean): boolean {
  if (context === 'path') return isInQuery || /[?#]/.test(part);
  const last = /[?#\s"<>](?=[^?#\s"<>]*$)/.exec(part)?.[0];
  return last === undefined ? isInQuery : last === '?';
}

/** Regular expressions for the characters that mark the end of a parameter value, for each context. */
const ends = {
  prose: /[&;#\s"<>]/g,
  queryInProse: /[&#\s"<>]/g,
  query: /&/g,
  path: /[&?;#]/g,
  // A slash ends a session id, but not a token.
  idInPath: /[&?;#/]/g,
};

/** Returns the index at which a parameter value ends. The value begins at `from`. */
function endOfValue(text: string, from: number, name: string, context: Context, isInQuery: boolean): number {
  const quote = context === 'prose' ? /^["']/.exec(text.charAt(from))?.[0] : undefined;
  if (quote !== undefined) {
    const close = endOfQuoted(text, from + 1, quote, 0);
    // The value ends before a closing double quote, because even an unquoted value ends before a double quote. A
    // closing single quote is part of the value.
    return quote === '"' ? close : close + 1;
  }
  const inPath = /sess|sid$/i.test(name) ? ends.idInPath : ends.path;
  const end =
    context === 'prose' ? ends[isInQuery ? 'queryInProse' : 'prose'] : isInQuery ? ends.query : inPath;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/**
 * Each level of percent-encoding counts as this many levels of {@link maxDepth}. At most three levels of
 * percent-encoding are decoded. The levels of percent-encoding are decoded one at a time, because parts of a text may
 * have different numbers of levels.
 */
const depthOfEncoding = 300;

/**
 * Regular expressions that split a string into parts, such as parameter values, which are decoded separately. Each
 * match consists of a part and the separators before that part. A value that looks like JSON is not split, but decoded
 * as a whole.
 */
const encodedParts = {
  path: /(^|[\s=&?;#/,"'<>]*=)((?:[[{]|%5b|%7b)[^&#]*)|([\s=&?;#/,"'<>]*)([^\s=&?;#/,"'<>]*)/gi,
  prose: /(^|[\s=&?;#/,"'<>]*=)((?:[[{]|%5b|%7b)[^&#;\s<>]*)|([\s=&?;#/,"'<>]*)([^\s=&?;#/,"'<>]*)/gi,
};

/** Redacts the percent-encoded parts of a string. A part may be a complete URL, as in `?next=%2Fx%3Ftoken%3D1`. */
function redactEncoded(text: string, context: Context, isSecret: IsSecret, depth: number): string {
  const inner = depth + depthOfEncoding;
  if (inner > maxDepth || !/[%+]/.test(text)) return text;
  let isInQuery = false;
  return text.replace(encodedParts[context], (whole: string, ...groups: (string | undefined)[]) => {
    const [beforeJson, json, before = beforeJson ?? '', part = json ?? ''] = groups;
    isInQuery = staysInQuery(before, context, isInQuery);
    const plain = decoded(isInQuery ? part.replaceAll('+', ' ') : part, 1);
    if (plain === part) return whole;
    const shown = redactContainer(plain, isSecret, inner) ?? redactText(plain, 'path', isSecret, inner);
    return shown === plain ? whole : before + encoded(shown);
  });
}

/** Decodes percent-encoding, which may be nested. */
export function decoded(text: string, levels = 3): string {
  return levels === 0 || !text.includes('%') ? text : decoded(decodedOnce(text), levels - 1);
}

/**
 * Decodes one level of percent-encoding. Each byte that is not valid UTF-8 becomes a lone surrogate. The function
 * {@link encoded} turns the lone surrogate back into the byte.
 */
function decodedOnce(text: string): string {
  return text.replace(/%[0-7][\da-f]|(?:%[89a-f][\da-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(0xdc00 + parseInt(hex, 16)));
    }
  });
}

/** Percent-encodes a string. */
function encoded(text: string): string {
  // `encodeURIComponent` throws on lone surrogates.
  const parts = text.split(/(\p{Cs})/u);
  return parts.map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : byteOf(part))).join('');
}

function byteOf(surrogate: string): string {
  const byte = surrogate.charCodeAt(0) - 0xdc00;
  return byte >= 0x80 && byte <= 0xff ? `%${byte.toString(16).toUpperCase()}` : '%EF%BF%BD';
}

/** Maximum length of a printed value in characters. */
const printable = 120;

/** Matches control characters, line breaks, and characters that change the text direction. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Formats a value as one short line. The line is safe to print, because it has no credentials and no invisible
 * characters.
 */
export function show(value: string | number | RegExp): string {
  const text = redactProse(redactPath(String(value), isCredentialName), isCredentialName);
  const short = text.length > printable ? `${text.slice(0, printable)}…` : text;
  return short.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
