import type { ProblemDetails } from '../core/index.ts';

/** How many characters of a body are shown. */
const longest = 1000;

/** An error of a test, as vitest reports it: plain data. */
interface ReportedError {
  readonly name?: string;
  message: string;
  readonly body?: unknown;
}

/**
 * Adds what the service said to the messages of a test's errors. Those of the SDK quote nothing that they received, but what
 * a fake server says is no secret.
 */
export function addServiceWords(errors: readonly ReportedError[]): void {
  for (const error of errors) {
    if (error.name !== 'ApiError' || error.body === undefined) continue;
    error.message += `\nThe service said: ${wordsOf(error.body).slice(0, longest)}`;
  }
}

function wordsOf(body: unknown): string {
  if (!isProblem(body)) return typeof body === 'string' ? body : JSON.stringify(body);
  const errors = (body.errors ?? []).map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`);
  return body.detail + errors.join('');
}

function isProblem(body: unknown): body is Pick<ProblemDetails, 'detail' | 'errors'> {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
}
