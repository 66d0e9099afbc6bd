/** The program that serves the page, if it passes requests on to a service. */
import { isApiError, isNetworkError, type ApiError } from '@mock-services/sdk';
import { apiPath, nextStep, ownResponse, serviceMeta } from '../../program/marks.ts';

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

/** What to do about an error of a call through the program. */
export function programAdvice(error: unknown): string | undefined {
  const service = serviceBehindPage();
  if (service !== undefined && isNetworkError(error))
    return `If the program that serves this page has ended, start it again: npx @mock-services/explorer ${service}`;
  return isOfProgram(error) ? (error.headers.get(nextStep) ?? undefined) : undefined;
}

/** Whether a response came through the program, which lets no service send its headers. */
function isOfProgram(error: unknown): error is ApiError {
  return isApiError(error) && serviceBehindPage() !== undefined;
}
