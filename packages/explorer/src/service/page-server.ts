import { isApiError } from '@mock-services/sdk';
import { credentialsPath, ownMark, serviceMeta } from '../../server/marks.ts';

export function serviceBehindPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name=${serviceMeta}]`)?.content;
}

export interface ProgramProblem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly command?: string;
}

/** Returns `undefined` unless the explorer's program itself sent the error response. */
export function programProblem(error: unknown): ProgramProblem | undefined {
  if (!isApiError(error) || serviceBehindPage() === undefined || !error.headers.has(ownMark))
    return undefined;
  // The program always sends problem details in the body of an error response.
  return error.body as ProgramProblem;
}

/** @throws {Error} if the program does not accept the token. */
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
