/** Which names hold credentials. One rule for headers, query parameters and fields. */

/** A name in any letter case, or a pattern that is tried on the name as it stands. */
export type NamePattern = string | RegExp;

/** Names that are credentials as a whole, lower-cased, letters and digits alone. */
const whole = new Set([
  'auth',
  'authorization',
  'bearer',
  'cookie',
  'cookie2',
  'jsessionid',
  'key',
  'pass',
  'phpsessid',
  'proxyauthorization',
  'pwd',
  'session',
  'sessionid',
  'setcookie',
  'setcookie2',
  'sid',
  'sig',
]);

/** What the name of a credential ends with: `x-api-key`, `access_token`, `clientSecret`. */
const endings =
  /(token|secret|password|passwd|passphrase|credentials?|signature|jwt|(api|access|account|auth|functions|private|secret|subscription)key)$/;

/** Whether a header, query parameter or field of this name holds a credential. */
export function isCredentialName(name: string): boolean {
  const plain = decoded(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return whole.has(plain) || endings.test(plain);
}

/** Whether a name is one of those given. */
export function isNamed(name: string, patterns: readonly NamePattern[] = []): boolean {
  const plain = decoded(name);
  return patterns.some((pattern) =>
    typeof pattern === 'string'
      ? pattern.toLowerCase() === plain.toLowerCase()
      : // Unlike `test`, `search` leaves a global pattern as it was.
        plain.search(pattern) >= 0,
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
