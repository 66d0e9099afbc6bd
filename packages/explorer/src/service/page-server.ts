import { isApiError } from '@mock-services/sdk';
import { credentialsPath, ownMark, serviceMeta } from '../../server/marks.ts';

/** Returns the base URL of the service behind the explorer's program, or `undefined` if there is none. */
export function serviceBehindPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name=${serviceMeta}]`)?.content;
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
 * @throws {Error} if the program does not accept the token.
 */
export async function sendToken(token: string): Promise<void> {
  const response = await fetch(location.origin + credentialsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new Error('The program that serves this page does not respond. Start it again.', { cause: error });
  });
  if (!response.ok) throw new Error(((await response.json()) as ProgramProblem).detail);
}
