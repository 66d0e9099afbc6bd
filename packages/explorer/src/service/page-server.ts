/** Communication with the program that serves the page and forwards requests to the service. */
import { isApiError } from '@mock-services/sdk';
import { apiPath, credentialsPath, enteredToken, ownMark, serviceMeta } from '../../server/marks.ts';

/** Base URL of the service to which the program forwards requests, if any. */
export function serviceBehindPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name=${serviceMeta}]`)?.content;
}

/** Returns the URL of the service to which the program forwards a request. */
export function serviceUrl(url: string): string {
  const service = serviceBehindPage();
  const own = location.origin + apiPath;
  return service !== undefined && url.startsWith(own) ? service + url.slice(own.length) : url;
}

/** Problem details that the program sends if it cannot forward a request or a response. */
export interface ProgramProblem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly command?: string;
}

/** Returns `undefined` unless the error response comes from the explorer's program. */
export function programProblem(error: unknown): ProgramProblem | undefined {
  if (!isApiError(error) || serviceBehindPage() === undefined || !error.headers.has(ownMark))
    return undefined;
  // The program always sends problem details in the body of an error response.
  return error.body as ProgramProblem;
}

/**
 * The program adds the token to requests to the service. An empty string removes the token.
 * @returns An error message, or `undefined` if the program accepted the token.
 */
export async function sendToken(token: string): Promise<string | undefined> {
  try {
    const response = await fetch(location.origin + credentialsPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      redirect: 'error',
    });
    return response.ok ? undefined : ((await response.json()) as ProgramProblem).detail;
  } catch {
    return 'The program that serves this page does not respond. Start it again.';
  }
}

/** Whether the service responded with 401 to a token that was entered in the page. */
export function isEnteredTokenRejected(error: unknown): boolean {
  return isApiError(error) && serviceBehindPage() !== undefined && error.headers.has(enteredToken);
}
