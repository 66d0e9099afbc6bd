/**
 * Token and headers for a service, in the session storage of the tab: they survive a reload, are gone when the tab is
 * closed, and belong to one address, so that no link to another service can have them sent there.
 */

export interface Credentials {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const prefix = 'explorer:credentials:';

/** Shorter values are parts of many words. */
const shortestSecret = 4;

function keyOf(service: string): string {
  return prefix + (URL.canParse(service) ? new URL(service).href : service);
}

/** The credentials that were entered for an address. */
export function credentialsFor(service: string): Credentials | undefined {
  const kept = sessionStorage.getItem(keyOf(service));
  // Only `keepCredentials` writes it.
  return kept === null ? undefined : (JSON.parse(kept) as Credentials);
}

/** Replaces the credentials for an address; `undefined` forgets them. */
export function keepCredentials(service: string, credentials: Credentials | undefined): void {
  if (credentials === undefined) sessionStorage.removeItem(keyOf(service));
  else sessionStorage.setItem(keyOf(service), JSON.stringify(credentials));
}

/** A text without the credentials of this tab, which a service may quote. */
export function withoutSecrets(text: string): string {
  const secrets = Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const { token = '', headers = {} } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Credentials;
      return [token, ...Object.values(headers)];
    });
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}

/**
 * Reads headers, one `name: value` to a line.
 *
 * @throws {TypeError} that names the line, and shows no value.
 */
export function parseHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
    const problem = problemOf(name.trim(), value.trim());
    if (problem !== undefined) throw new TypeError(`Line ${index + 1}: ${problem}`);
    headers[name.trim()] = value.trim();
  }
  return headers;
}

function problemOf(name: string, value: string): string | undefined {
  if (name === '' || value === '') return 'expected “name: value”.';
  try {
    // A browser silently drops names that a page may not set.
    const { headers } = new Request(location.href, { headers: { [name]: value } });
    return headers.has(name) ? undefined : `browsers do not let a page send “${name}”.`;
  } catch {
    return 'it has characters that HTTP cannot carry.';
  }
}

/** A token without the scheme that may precede it. */
export function bareToken(text: string): string {
  return text.trim().replace(/^Bearer\s+/i, '');
}

/**
 * Reads a token, with or without the scheme that goes before it.
 *
 * @throws {TypeError} when HTTP cannot carry it.
 */
export function parseToken(text: string): string | undefined {
  const token = bareToken(text);
  const isSendable = /^[\x21-\x7e]*$/.test(token);
  if (!isSendable) throw new TypeError('The token has characters that HTTP cannot carry.');
  return token === '' ? undefined : token;
}
