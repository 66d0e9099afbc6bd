/** Which names mean credentials; the same for headers, query parameters and fields. In doubt, they do. */
import { decoded, wordsOf } from './words.ts';

/** A name in any letter case, or a pattern tested against the name as recorded. */
export type NamePattern = string | RegExp;

/** Words of a credential, in the singular. */
const words = setOf(`
  apikey accesskey assertion auth authentication authkey authorization bearer cookie cred credential csrf cvc cvv hmac
  jsessionid jwt mfa oauth otp pass passcode passkey passphrase passwd password passwort phpsessid pin privatekey psk pwd saml
  secret secretkey sessid session sessionid sharedkey sig signature sso token totp verifier xsrf`);

/** Ends of words that were written as one: `accesstoken`. */
const endings =
  /(token|secret|password|passwd|passphrase|credential|signature|jwt|cookie|authorization|sessionid|(api|access|account|auth|private|secret|shared)key)$/;

/** Last words of names that are about a credential and hold none: `token_type`, `x-oauth-scopes`. */
const aboutOne = setOf(`
  age alg algo algorithm at count created date domain duration enabled endpoint exp expiration expire expiry format in length
  lifetime limit max method min mode name path policy provider realm region remaining required scheme scope size statu
  supported time timeout timestamp ttl type updated uri url usage used version`);

/** Words that make a key or a `sid` one that opens nothing: `cache-key`, `MessageSid`. */
const open: Readonly<Record<string, ReadonlySet<string>>> = {
  key: setOf(`
    aggregate cache dedup deduplication field foreign group hash idempotency index item map message object order partition
    primary public range routing row sort surrogate translation unique`),
  sid: setOf(
    'account call conference event message parent participant recording service subaccount task worker workspace',
  ),
};

/** Words that make a key a credential also where more words follow: `aws_access_key_id`. */
const locks = setOf('access account api auth encryption master private secret shared signing');

/** Words that make tokens something that is counted: `max_tokens`. */
const counts = setOf('cached completion input max min num output prompt reasoning remaining total used');

/** Names whose words do not tell, written as one word. */
const secretNames = setOf('devicecode sign usercode xamznoidcdata xhoneycombteam xjfrogartapi');
const openNames = setOf('accesscontrolallowcredential');

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Whether a header, query parameter or field with this name holds a credential. */
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

/** Whether a name matches any of the patterns. */
export function isNamed(name: string, patterns: readonly NamePattern[] = []): boolean {
  if (patterns.length === 0) return false;
  // A plus is a space in forms, and itself elsewhere.
  const names = [name, name.replaceAll('+', ' ')].map((written) => decoded(written, 1));
  return patterns.some((pattern) =>
    names.some((plain) =>
      typeof pattern === 'string'
        ? pattern.toLowerCase() === plain.toLowerCase()
        : // Unlike `test`, `search` does not change a global pattern.
          plain.search(pattern) >= 0,
    ),
  );
}
