/**
 * Recorded text may be long, so every regular expression for credentials must take linear time. A repetition must be
 * bounded, or end at a character that can begin a match.
 */
import { parseJson } from '../contract/kinds.ts';

export const redacted = 'REDACTED';

export type IsSecret = (name: string) => boolean;

/**
 * A row combines each word of the first list with each suffix of the second list. A leading space adds an empty word.
 */
type Rows = readonly (readonly [words: string, ends: string])[];

/** Suffixes of credential names, without separators and final digits, as in `dbPassword` and `X-Hub-Signature-256`. */
const suffixes: Rows = [
  ['token authorization bearer antiforgery hmac hmacsha phpsessid sessionid', ''],
  ['secret password passwd passphrase passcode pwd credential signature cookie jwt', ' s'],
  ['password passwd', 'confirm confirmation repeat again'],
  ['csrf xsrf', ' hash key nonce value'],
  [
    'access account api app application auth encryption encryptioncustomer functions license',
    'key keyid keys keyids',
  ],
  ['master private secret session shared signing subscription', 'key keyid keys keyids'],
];

/** One to three whole words at the end of a name, without separators, as in `DB_PASS` and `user[otp_code]`. */
const endings: Rows = [
  ['auth crumb cvc cvv otp pass pin psk sig totp connectsid secretid sessid wpnonce appsecretproof', ''],
  ['codeverifier oauthverifier clientassertion idtokenhint relaystate wresult pgtid pgtiou', ''],
  ['access activation auth backup invitation invite login magic mfa onetime oob otp recovery', 'code codes'],
  ['security signin sms totp verification', 'code codes'],
  ['authorization device user', 'code'],
  ['activation deploy fastly form pass server sess write', 'key keys'],
  ['auth password passwd', 'hash'],
  ['access api auth bearer refresh session', 'tokens'],
  ['saml', 'art assertion request response'],
  ['auth login proxy session sso', 'ticket'],
];

function anyOf(rows: Rows): string {
  const oneOf = (words: string) => `(?:${words.replaceAll(' ', '|')})`;
  return oneOf(rows.map(([words, ends]) => oneOf(words) + oneOf(ends)).join(' '));
}

const suffix = new RegExp(`${anyOf(suffixes)}$`);

const ending = new RegExp(`^${anyOf(endings)}$`);

/**
 * Names that are credentials only as a whole. Longer names, such as `CallSid` and `max_tokens`, have other meanings.
 */
const names = /^x?(?:assertion|serviceticket|sid|tokens)$/;

/** Names that are not credentials: cursors and counts, such as `nextPageToken` and `max_token`, and CORS headers. */
const innocent = /(?:^| )(?:continuation|max|min|next|num|page|sync|total|used) token$|^access control/;

export function isCredentialName(name: string): boolean {
  const words = decoded(name)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  if (innocent.test(words.join(' '))) return false;
  const joined = words.join('').slice(-100);
  return (
    suffix.test(joined) ||
    names.test(joined) ||
    words.slice(-3).some((_, index, last) => ending.test(last.slice(index).join('')))
  );
}

/**
 * In queries and forms, `key` and `session` are credentials. In JSON, `key` and `session` often have other meanings.
 */
export function isCredentialParameter(name: string): boolean {
  return isCredentialName(name) || /^(?:x-)?(?:key|session)$/i.test(name);
}

/** In queries and forms, `code` (OAuth) and `ticket` (CAS) are credentials. Elsewhere, they have other meanings. */
export function isCredentialInQuery(name: string): boolean {
  return isCredentialParameter(name) || /^(?:code|ticket)$/i.test(decoded(name));
}

/** Fields of OAuth token requests. In a token request, `code` is a credential (RFC 6749 §4.1.3). */
const grantFields = /^(?:grant_?type|redirect_?uri|code_?verifier)$/i;

/** Decodes one level of percent-encoding. Invalid UTF-8 stays encoded. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

/** Values nested more than 1,000 levels deep are redacted, because recursion could overflow the call stack. */
const maxDepth = 1000;

/** Returns the given object itself if it contains no credentials. */
export function redactJson(value: unknown, isSecret: IsSecret, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, isSecret, depth + 1);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return redacted;
  if (Array.isArray(value)) {
    const items = value.map((item) => redactJson(item, isSecret, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const fields = Object.entries(value) as [string, unknown][];
  // HAR files and container manifests contain pairs such as `{"name": "DB_PASSWORD", "value": "…"}`.
  const label = fields.find(([name]) => /^(?:name|key|header)$/i.test(name))?.[1];
  const isLabelSecret = typeof label === 'string' && label.length <= 100 && isSecret(label);
  const isGrant = fields.some(([name]) => grantFields.test(name));
  const shown = fields.map(([name, field]) => {
    const isHidden =
      isSecret(name) || (isGrant && name === 'code') || (isLabelSecret && /^values?$/i.test(name));
    return [name, isHidden ? redacted : redactJson(field, isSecret, depth + 1)] as const;
  });
  return shown.some(([, field], index) => field !== fields[index]?.[1]) ? Object.fromEntries(shown) : value;
}

function redactJsonText(text: string, json: unknown, isSecret: IsSecret, depth = 0): string {
  const shown = redactJson(json, isSecret, depth);
  return shown === json ? text : JSON.stringify(shown);
}

/** Parses a JSON object or array. Returns `undefined` for any other text. */
export function parseContainer(text: string): object | undefined {
  return /^\s*[[{]/.test(text) ? (parseJson(text) as object | undefined) : undefined;
}

/** Searches JSON, or prose that contains URLs and parameters. */
function redactText(text: string, isSecret: IsSecret, depth = 0): string {
  const json = parseContainer(text);
  return json === undefined ? redactLine(text, isSecret) : redactJsonText(text, json, isSecret, depth);
}

export function redactUrl(url: string, isSecret: IsSecret): string {
  return redactLine(url, isSecret, true);
}

function redactForm(form: string, isSecret: IsSecret): string {
  const redactField = (field: string) => {
    const [name = ''] = field.split('=', 1);
    const isHidden = name.length < field.length && (isSecret(name) || isCredentialInQuery(name));
    return isHidden ? `${name}=${redacted}` : redactUrl(field, isSecret);
  };
  return form.split('&').map(redactField).join('&');
}

/**
 * Returns `undefined` for HTML, multipart forms and malformed JSON, because such bodies cannot be searched reliably,
 * and for a text with both a credential and U+FFFD, because the bytes behind U+FFFD could not be restored.
 */
export function redactBody(
  text: string,
  mediaType: string,
  isField: IsSecret = isCredentialName,
  isFormField: IsSecret = isCredentialParameter,
): string | undefined {
  const isUntyped = mediaType === '';
  if (/html|^multipart\//.test(mediaType) || (isUntyped && /^\s*(?:<|--)/.test(text))) return undefined;
  const isJson = /[/+]json$/.test(mediaType);
  const isForm = mediaType.endsWith('urlencoded') || (isUntyped && /^[^\s{<=&]+=\S*$/.test(text));
  const json = isJson ? parseJson(text) : parseContainer(text);
  const redactLines = () => text.split('\n').map((line) => redactText(line, isField));
  if (isJson && json === undefined) return undefined;
  const clean =
    json !== undefined
      ? redactJsonText(text, json, isField)
      : isForm
        ? redactForm(text, isFormField)
        : redactLines().join('\n');
  return clean !== text && text.includes('\u{fffd}') ? undefined : clean;
}

/** Matches up to the last `@`, because a password may contain `@`. */
const userInfo = /(\/\/)[^\s/?#"'<>\\]*@/g;

const schemes = /\b(bearer|basic)([ \t]{1,8})([^\s,;"'<>\\]{6,})/gi;

const quotedField = /"([\w.[\]-]{1,100})"(\s{0,8}:\s{0,8}")(?:[^"\\]|\\.)*/g;

const webToken = /(^|[^\w-])eyJ[\w-]{8,}\.[\w.-]+/g;

function redactForms(text: string, isSecret: IsSecret): string {
  return text
    .replace(userInfo, `$1${redacted}@`)
    .replace(schemes, (whole: string, scheme: string, space: string, value: string) =>
      isSchemeValue(scheme, value) ? scheme + space + redacted : whole,
    )
    .replace(webToken, `$1${redacted}`)
    .replace(quotedField, (whole: string, name: string, colon: string) =>
      isSecret(name) ? `"${name}"${colon}${redacted}` : whole,
    );
}

/** Whether the word after `Bearer` or `Basic` is a credential rather than a plain word or a challenge (`realm="…"`). */
function isSchemeValue(scheme: string, value: string): boolean {
  if (/^bearer$/i.test(scheme)) return !/^(?:[A-Z]?[a-z]+[.:!?]?$|[a-z_]+=)/.test(value);
  try {
    return atob(value).includes(':');
  } catch {
    return false;
  }
}

/**
 * Replaces credentials in a line or a URL. Percent-encoded parts are decoded once for the search. JSON is not parsed,
 * because this would add 1 KB to a bundle of the client.
 */
export function redactLine(line: string, isSecret: IsSecret = isCredentialParameter, isUrl = false): string {
  const shown = redactParameters(redactForms(line, isSecret), isSecret, isUrl);
  if (!/[%+]/.test(shown)) return shown;
  return shown.replace(/[^\s?&#=;/"<>]+/g, (part) => {
    const plain = decoded(part.replaceAll('+', ' '));
    if (plain === part) return part;
    const clean = redactParameters(redactForms(plain, isSecret), isSecret, false);
    // Replace lone surrogates, because `encodeURIComponent` throws an error for them.
    return clean === plain ? part : encodeURIComponent(clean.replace(/\p{Cs}/gu, '\u{fffd}'));
  });
}

const parameter = /(^|[\s?&#;,<("'])([^\s?&#;,<("'=]+)=/g;

function redactParameters(text: string, isSecret: IsSecret, isUrl: boolean): string {
  let shown = '';
  let from = 0;
  for (const { 0: match, 1: before = '', 2: name = '', index } of text.matchAll(parameter)) {
    const isInQuery = isUrl || /[?&#]/.test(before);
    if (index < from || !(isSecret(name) || (isInQuery && isCredentialInQuery(name)))) continue;
    const start = index + match.length;
    const value = valueAfter(before, isUrl);
    value.lastIndex = start;
    const [found = ''] = value.exec(text) ?? [];
    const [quote = ''] = isUrl ? [] : (/^["']/.exec(found) ?? []);
    shown += text.slice(from, start) + quote + redacted;
    from = start + found.length;
  }
  return shown + text.slice(from);
}

/** In a URL, a value may contain single quotes, because `encodeURIComponent` does not encode single quotes. */
function valueAfter(before: string, isUrl: boolean): RegExp {
  if (isUrl) return before === ';' ? /[^;?&#]*/y : /[^&#]*/y;
  return /[?&#]/.test(before) ? /"[^"]*|'[^']*|[^&#\s"<>]*/y : /"[^"]*|'[^']*|[^;?&#\s"'<>]*/y;
}

const printable = 120;

/** Control characters, line breaks, and characters that change the text direction. */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns a short line without credentials or invisible characters. */
export function show(value: string | number | RegExp): string {
  const whole = String(value);
  const text = (/^(\/|https?:)/i.test(whole) ? redactUrl : redactText)(whole, isCredentialParameter);
  const short = text.length > printable ? `${text.slice(0, printable)}…` : text;
  return escapeInvisible(short);
}

export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
