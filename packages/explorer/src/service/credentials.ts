/**
 * Stores credentials for services in the tab's session storage. The credentials survive a reload, and are deleted when the
 * tab is closed. Each entry belongs to one address, so a link to another service cannot make the page send the credentials to
 * that service.
 */

import { tokenProblem } from '@mock-services/sdk/seed';

export interface Credentials {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const prefix = 'explorer:credentials:';

function keyOf(service: string): string {
  return prefix + (URL.canParse(service) ? new URL(service).href : service);
}

export function credentialsFor(service: string): Credentials | undefined {
  const kept = sessionStorage.getItem(keyOf(service));
  // The type is known, because only `keepCredentials` writes this entry.
  return kept === null ? undefined : (JSON.parse(kept) as Credentials);
}

export function keepCredentials(service: string, credentials: Credentials | undefined): void {
  if (credentials === undefined) sessionStorage.removeItem(keyOf(service));
  else sessionStorage.setItem(keyOf(service), JSON.stringify(credentials));
}

/** Splits text into headers, with one header `name: value` on each line. The name is empty if a line has no colon. */
export function headerLines(text: string) {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line.trim()) ?? [];
    return [{ number: index + 1, line, name: name.trim(), value: value.trim() }];
  });
}

/** @throws {TypeError} if a line is invalid. The message contains the line number, but not the value. */
export function parseHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { number, name, value } of headerLines(text)) {
    const problem = problemOf(name, value);
    if (problem !== undefined) throw new TypeError(`Line ${number}: ${problem}`);
    headers[name] = value;
  }
  return headers;
}

function problemOf(name: string, value: string): string | undefined {
  if (name === '' || value === '') return 'expected “name: value”.';
  try {
    // Browsers silently drop headers that a page is not allowed to set.
    const { headers } = new Request(location.href, { headers: { [name]: value } });
    return headers.has(name) ? undefined : `browsers do not allow a page to send the header “${name}”.`;
  } catch {
    return 'the header contains characters that HTTP does not allow.';
  }
}

export function bareToken(text: string): string {
  return text.trim().replace(/^Bearer\s+/i, '');
}

/** @throws {TypeError} if the token is invalid. */
export function parseToken(text: string): string | undefined {
  const token = bareToken(text);
  if (token === '') return undefined;
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new TypeError(`The token is invalid. ${problem}`);
  return token;
}
