/** The program that serves the page, if it passes requests on to a service. */
import { isApiError, isNetworkError, type ApiError } from '@mock-services/sdk';
import {
  apiPath,
  credentialsPath,
  enteredToken,
  nextStep,
  ownResponse,
  serviceMeta,
} from '../../program/marks.ts';

/** Base URL of the service behind the page's own server, for display; `undefined` if there is none. */
export function serviceBehindPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name=${serviceMeta}]`)?.content;
}

/** The URL of a request as the service knows it: the page sends the requests to its own server. */
export function serviceUrl(url: string): string {
  const service = serviceBehindPage();
  const own = location.origin + apiPath;
  return service !== undefined && url.startsWith(own) ? service + url.slice(own.length) : url;
}

/** The program's explanation of a request that it could not pass on, or of a response that it rejected. */
export interface ProgramProblem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** The problem with which the program responded in place of the service; `undefined` for any other error. */
export function programProblem(error: unknown): ProgramProblem | undefined {
  if (!isOfProgram(error) || !error.headers.has(ownResponse)) return undefined;
  // The program writes the body.
  return error.body as ProgramProblem;
}

/**
 * Gives the program a token for its requests to the service; an empty token removes it. The program keeps the token in memory.
 *
 * @returns What is wrong and what to do; `undefined` if the program accepted the token.
 */
export async function sendToken(token: string): Promise<string | undefined> {
  try {
    const response = await fetch(location.origin + credentialsPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      redirect: 'error',
    });
    // The program writes the body.
    return response.ok ? undefined : ((await response.json()) as ProgramProblem).detail;
  } catch {
    return startAgain();
  }
}

/** Whether the service responded with 401 to a token that was entered in the page. */
export function isTokenRejected(error: unknown): boolean {
  return isOfProgram(error) && error.headers.has(enteredToken);
}

/** What to do about an error of a call through the program. */
export function programAdvice(error: unknown): string | undefined {
  if (serviceBehindPage() !== undefined && isNetworkError(error)) return startAgain();
  return isOfProgram(error) ? (error.headers.get(nextStep) ?? undefined) : undefined;
}

const startAgain = (): string =>
  `If the program that serves this page has ended, start it again: npx @mock-services/explorer ${serviceBehindPage()}`;

/** Whether a response came through the program, which lets no service send its headers. */
function isOfProgram(error: unknown): error is ApiError {
  return isApiError(error) && serviceBehindPage() !== undefined;
}
