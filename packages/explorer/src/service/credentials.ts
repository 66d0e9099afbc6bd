/**
 * A token survives a reload, and is deleted when the tab is closed. Each token belongs to one address, so a link to
 * another service cannot make the page send the token there.
 */
import { tokenProblem } from '@mock-services/sdk/seed';

const keyOf = (service: string): string => `explorer:token:${new URL(service).href}`;

export function tokenFor(service: string): string | undefined {
  return sessionStorage.getItem(keyOf(service)) ?? undefined;
}

/**
 * An empty string removes the token.
 *
 * @throws {TypeError} if the token is invalid.
 */
export function keepToken(service: string, token: string): void {
  if (token === '') {
    sessionStorage.removeItem(keyOf(service));
    return;
  }
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new TypeError(`The token is invalid. ${problem}`);
  sessionStorage.setItem(keyOf(service), token);
}
