/** Which names mean credentials; the same for headers, query parameters and fields. */

/** A name in any letter case, or a pattern tested against the name as recorded. */
export type NamePattern = string | RegExp;

/** Whole names, in lower case, reduced to letters and digits. */
const names =
  /^(auth|authorization|bearer|cookie2?|jsessionid|key|pass|phpsessid|proxyauthorization|pwd|session(id)?|setcookie2?|sid|sig)$/;

/** Ends of names: `x-api-key`, `access_token`, `clientSecret`. */
const endings =
  /(token|secret|password|passwd|passphrase|credentials?|signature|jwt|(api|access|account|auth|functions|private|secret|subscription)key)$/;

/** Whether a header, query parameter or field with this name holds a credential. */
export function isCredentialName(name: string): boolean {
  const plain = decoded(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return names.test(plain) || endings.test(plain);
}

/** Whether a name matches any of the patterns. */
export function isNamed(name: string, patterns: readonly NamePattern[] = []): boolean {
  const plain = decoded(name);
  return patterns.some((pattern) =>
    typeof pattern === 'string'
      ? pattern.toLowerCase() === plain.toLowerCase()
      : // Unlike `test`, `search` does not change a global pattern.
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
