/**
 * Stores the token of each service in the tab's session storage. A token survives a reload, and is deleted when the tab is
 * closed. It belongs to one address, so a link to another service cannot make the page send the token to that service.
 */
import { tokenProblem } from '@mock-services/sdk/seed';

const keyOf = (service: string): string => `explorer:token:${new URL(service).href}`;

export function tokenFor(service: string): string | undefined {
  return sessionStorage.getItem(keyOf(service)) ?? undefined;
}

/** @throws {TypeError} if the token is invalid. An empty string removes the token. */
export function keepToken(service: string, token: string): void {
  if (token === '') {
    sessionStorage.removeItem(keyOf(service));
    return;
  }
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new TypeError(`The token is invalid. ${problem}`);
  sessionStorage.setItem(keyOf(service), token);
}
