/**
 * Finds credentials by their names and by a few known forms. Recorded text may be long, so each regular expression
 * takes linear time. Repetitions are bounded, or end at characters that can begin a match.
 */

export const redacted = 'REDACTED';

export type IsSecret = (name: string) => boolean;

/** Suffixes of credential names, without separators and final digits, as in `dbPassword` and `X-Hub-Signature-256`. */
const suffixes =
  /(?:token|(?:secret|passw(?:or)?d|passphrase|passcode|pwd|credential|signature|cookie|jwt)s?|passw(?:or)?d(?:confirm(?:ation)?|repeat|again)|authorization|bearer|antiforgery|[cx]srf(?:hash|key|nonce|value)?|hmac(?:sha)?|(?:phpsess|session)id|(?:access|account|api|app|application|auth|encryption|encryptioncustomer|functions|license|master|private|secret|session|shared|signing|subscription)key(?:id|s)?)$/;

/** Names that are too short to be suffixes, so they must be the last word, as in `DB_PASS` and `x-auth`. */
const lastWords = /^(?:auth|crumb|cvc|cvv|otp|pass|pin|psk|sig|totp)$/;

/**
 * Whole words at the end of a name, without separators, as in `X-OTP-Code` and `user[otp_code]`. The names of the last
 * line belong to OAuth, OpenID Connect, SAML and CAS.
 */
const endings = new RegExp(
  `^(?:${[
    '(?:access|activation|auth|backup|invitation|invite|login|magic|mfa|onetime|oob|otp|recovery|security|signin|sms|totp|verification)codes?|connectsid|secretid|sessid|wpnonce',
    '(?:activation|deploy|fastly|form|pass|server|sess|write)keys?|(?:auth|passw(?:or)?d)hash|(?:access|api|auth|bearer|refresh|session)tokens|appsecretproof',
    '(?:authorization|device|user)code|codeverifier|oauthverifier|(?:client|saml)assertion|idtokenhint|saml(?:art|request|response)|relaystate|wresult|(?:auth|login|proxy|session|sso)ticket|pgt(?:id|iou)',
  ].join('|')})$`,
);

/** Complete names, because longer ones have other meanings, as in `CallSid` and `max_tokens`. */
const names = /^x?(?:assertion|serviceticket|sid|tokens)$/;

/** Number of words in the longest of `endings`, such as `one_time_code`. */
const mostWords = 3;

/** Words before `token` in the names of cursors and counts, as in `nextPageToken` and `max_token`. */
const beforeOpenToken = /^(?:continuation|max|min|next|num|page|sync|total|used)$/;

export function isCredentialName(name: string): boolean {
  const words = decoded(name)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  const [before = '', last = ''] = [words.at(-2), words.at(-1)];
  const joined = words.join('').slice(-100);
  if (last === 'token' && beforeOpenToken.test(before)) return false;
  if (joined.startsWith('accesscontrol')) return false;
  if (suffixes.test(joined) || lastWords.test(last) || names.test(joined)) return true;
  return words.slice(-mostWords).some((_, index, tail) => endings.test(tail.slice(index).join('')));
}

/** Adds `key` and `session`, which are credentials in queries and forms, but often not in JSON. */
export function isCredentialParameter(name: string): boolean {
  return isCredentialName(name) || /^(?:x-)?(?:key|session)$/i.test(name);
}

/**
 * Adds the `code` of OAuth and the `ticket` of CAS, which are credentials in queries and fields of forms, but elsewhere
 * codes of errors and numbers of tickets.
 */
export function isCredentialInQuery(name: string): boolean {
  return isCredentialParameter(name) || /^(?:code|ticket)$/i.test(decoded(name));
}

/** Fields that show that a JSON object is a token request, whose `code` is a credential (RFC 6749 §4.1.3). */
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

/** More deeply nested values are redacted, because recursion could overflow the call stack. */
const maxDepth = 1000;

/** Returns the same object if it contains no credential. */
export function redactJson(value: unknown, isSecret: IsSecret, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, isSecret, depth + 1);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return redacted;
  if (Array.isArray(value)) {
    const items = value.map((item) => redactJson(item, isSecret, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const fields = Object.entries(value) as [string, unknown][];
  // HAR files, container manifests and many APIs store names as values: `{"name": "DB_PASSWORD", "value": "…"}`.
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

export function redactJsonText(text: string, json: unknown, isSecret: IsSecret, depth = 0): string {
  const shown = redactJson(json, isSecret, depth);
  return shown === json ? text : JSON.stringify(shown);
}

export function parseContainer(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, '')) as object;
  } catch {
    return undefined;
  }
}

/** The text may be JSON, a URL or prose that contains URLs and parameters. */
export function redactText(text: string, isSecret: IsSecret, depth = 0, isEncoded = true): string {
  const json = parseContainer(text);
  if (json !== undefined) return redactJsonText(text, json, isSecret, depth);
  return redactParts(redactTags(text, isSecret), isSecret, false, isEncoded);
}

/** A tag of a form or a `meta` tag. Like `[^<]`, each repetition ends where the next tag can begin. */
const tags = /<(input|button|textarea|meta)\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>([^<]*)/gi;

const attributes = /([^\s"'<>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'<>]+)/g;

/** Replaces the values of form fields whose name is one of a credential, such as a CSRF token. */
export function redactTags(text: string, isSecret: IsSecret): string {
  return text.replace(tags, (whole: string, tag: string, inside: string, content: string) => {
    const unquoted = (value: string) => value.replace(/^["']|["']$/g, '');
    const found = Array.from(inside.matchAll(attributes), ([, name = '', , value = '']) => ({
      name: name.toLowerCase(),
      value: unquoted(value),
    }));
    const isField = !/^meta$/i.test(tag);
    const isHidden = found.some(({ name, value }) =>
      name === 'type'
        ? isField && /^password$/i.test(value)
        : /^(?:name|id|property|itemprop)$/.test(name) &&
          (isSecret(value) || (isField && isCredentialInQuery(value))),
    );
    if (!isHidden) return whole;
    const shown = inside.replace(
      attributes,
      (attribute: string, name: string, equals: string, value: string) => {
        if (!/^(?:value|content)$/i.test(name) || unquoted(value) === '') return attribute;
        const [quote = ''] = /^["']/.exec(value) ?? [];
        return name + equals + quote + redacted + quote;
      },
    );
    const isText = /^textarea$/i.test(tag) && content.trim() !== '';
    return `<${tag}${shown}>${isText ? redacted : content}`;
  });
}

export function redactUrl(url: string, isSecret: IsSecret): string {
  return redactParts(url, isSecret, true, true);
}

export function redactForm(form: string, isSecret: IsSecret): string {
  const redactField = (field: string) => {
    const [name = ''] = field.split('=', 1);
    const isHidden = name.length < field.length && (isSecret(name) || isCredentialInQuery(name));
    return isHidden ? `${name}=${redacted}` : redactUrl(field, isSecret);
  };
  return form.split('&').map(redactField).join('&');
}

/** A password may contain `@`. */
const userInfo = /(:\/\/|^\/\/)[^\s/?#"'<>\\]*@/g;

const schemes = /\b(bearer|basic)([ \t]{1,8})([^\s,;"'<>\\]{6,})/gi;

/** A JSON field with a string value, in text that is not JSON as a whole. */
const quotedField = /"([\w.[\]-]{1,100})"(\s{0,8}:\s{0,8}")(?:[^"\\]|\\.)*/g;

/** JSON Web Token (JWT) and the character before it. */
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

function redactParts(text: string, isSecret: IsSecret, isUrl: boolean, isEncoded: boolean): string {
  const safe = redactForms(text, isSecret);
  const shown = redactParameters(safe, isSecret, isUrl);
  if (!isEncoded || !/[%+]/.test(shown)) return shown;
  return shown.replace(/[^\s?&#=;/"<>]+/g, (part) => {
    const plain = decoded(part.replaceAll('+', ' '));
    if (plain === part) return part;
    const clean = redactText(plain, isSecret, 0, false);
    // Replace lone surrogates, for which `encodeURIComponent` throws.
    return clean === plain ? part : encodeURIComponent(clean.replace(/\p{Cs}/gu, '\u{fffd}'));
  });
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

/** A parameter name and `=`, at the start of the text or after a separator. */
const parameter = /(^|[\s?&#;,<("'])([^\s?&#;,<("'=]+)=/g;

function redactParameters(text: string, isSecret: IsSecret, isUrl: boolean): string {
  let shown = '';
  let from = 0;
  for (const { 0: match, 1: before = '', 2: name = '', index } of text.matchAll(parameter)) {
    const isInQuery = isUrl || /[?&#]/.test(before) || text.endsWith('&amp;', index + before.length);
    if (index < from || !(isSecret(name) || (isInQuery && isCredentialInQuery(name)))) continue;
    const value = index + match.length;
    const quote = !isUrl && /["']/.test(text.charAt(value)) ? text.charAt(value) : '';
    shown += text.slice(from, value) + quote + redacted;
    const end = quote === '' ? endOf(text, value, before, isUrl) : text.indexOf(quote, value + 1);
    from = end < 0 ? text.length : end;
  }
  return shown + text.slice(from);
}

function endOf(text: string, from: number, before: string, isUrl: boolean): number {
  const inPath = isUrl && before === ';' ? /[;?&#]/g : /[&#]/g;
  // A query may contain single quotes, because `encodeURIComponent` does not encode them.
  const inText = /[?&#]/.test(before) ? /[&#\s"<>]/g : /[;?&#\s"'<>]/g;
  const end = isUrl ? inPath : inText;
  end.lastIndex = from;
  return end.exec(text)?.index ?? -1;
}

/**
 * Replaces at least the credentials that `redactText` replaces in a line of prose. It is separate because `redactText`
 * would add twice as much to a bundle of the client.
 */
export function redactLine(line: string): string {
  return redactProse(line).replace(/\S+/g, (word) => {
    const plain = decoded(word);
    const clean = redactProse(plain);
    return clean === plain ? word : clean;
  });
}

function redactProse(line: string): string {
  return redactAssignments(redactForms(line, isCredentialParameter));
}

/** A name and a value that may contain further names. */
const assignment = /(^|[\s?&#;,<("'])([^\s?&#;,<("'=]+)=("[^"]*|'[^']*|[^\s&#"<>]+)/g;

function redactAssignments(text: string): string {
  return text.replace(assignment, (_, before: string, name: string, value: string) => {
    const isSecret = /[?&#]/.test(before) ? isCredentialInQuery : isCredentialParameter;
    return `${before}${name}=${isSecret(name) ? redacted : redactAssignments(value)}`;
  });
}

const printable = 120;

/** Control characters, line breaks, and characters that change the text direction. */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns one short line without credentials or invisible characters. */
export function show(value: string | number | RegExp): string {
  const whole = String(value);
  const text = (/^(\/|https?:)/i.test(whole) ? redactUrl : redactText)(whole, isCredentialParameter);
  const short = text.length > printable ? `${text.slice(0, printable)}…` : text;
  return escapeInvisible(short);
}

export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
