/** Which parts of a message are credentials, and what is kept in their place. */

/** Stands where a credential was. */
export const redacted = '[redacted]';

const secretHeaders = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'x-api-key',
  'x-auth-token',
]);

const secretParameters =
  /([?&](?:[\w.-]*(?:token|secret|password|signature|api[-_]?key)|key|sig|auth|code)=)[^&#]*/gi;

/** Headers, their names in lower case, without the values of those that carry credentials. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const key in headers) {
    if (!Object.hasOwn(headers, key)) continue;
    const name = key.toLowerCase();
    kept[name] = secretHeaders.has(name) ? redacted : (headers[key] ?? '');
  }
  return kept;
}

/** A path without the values of query parameters that carry credentials. */
export function redactPath(path: string): string {
  return path.includes('?') ? path.replace(secretParameters, `$1${redacted}`) : path;
}
