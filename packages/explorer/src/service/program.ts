/** The program that serves the page, where it passes requests on to a service. */
import { isApiError, type ApiError } from '@mock-services/sdk';
import { nextStep, ownResponse, serviceMeta } from '../../program/marks.ts';

/** Base URL of the service behind the page's own server, for display; `undefined` where there is none. */
export function serviceBehindPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name=${serviceMeta}]`)?.content;
}

/** What the program says about a request that it could not pass on, or whose response it kept. */
export interface ProgramProblem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** The problem that the program responded with in place of the service; `undefined` for any other error. */
export function programProblem(error: unknown): ProgramProblem | undefined {
  if (!isOfProgram(error) || !error.headers.has(ownResponse)) return undefined;
  // The program writes the body.
  return error.body as ProgramProblem;
}

/** What the program advises about an error that the service responded with. */
export function programAdvice(error: unknown): string | undefined {
  return isOfProgram(error) ? (error.headers.get(nextStep) ?? undefined) : undefined;
}

/** Whether a response came through the program, which lets no service send its headers. */
function isOfProgram(error: unknown): error is ApiError {
  return isApiError(error) && serviceBehindPage() !== undefined;
}
