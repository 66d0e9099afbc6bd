import { type Issue, listIssues } from '../../contract/issue.ts';
import { ValidationError, type ValidationSide } from '../errors/validation-error.ts';
import { abortError } from '../errors/interruption.ts';
import { aborted, race } from '../race.ts';
import { type ApiRequest, factsOf, timeLeft } from '../request.ts';

/** Milliseconds to wait for the script that finds the differences. */
const longestLoad = 5_000;

const opening: Readonly<Record<ValidationSide, string>> = {
  request: 'the request was not sent, because it differs from the interface',
  response: 'the response differs from the interface',
};

/** Said when the script that finds the differences cannot be loaded. */
export const noDetails = 'Details are not available: the script that finds them could not be loaded.';

/** The error of a value that differs from the interface; its issues are missing when they cannot be found. */
export function validationError(
  request: ApiRequest,
  attempts: number,
  side: ValidationSide,
  issues: readonly Issue[] | undefined,
): ValidationError {
  const details = issues === undefined ? `. ${noDetails}` : `:${listIssues(issues)}`;
  return new ValidationError(opening[side] + details, factsOf(request, attempts), side, issues ?? []);
}

/**
 * The error of an argument of a method.
 *
 * @param name - Empty for the input itself.
 * @param expected - What the argument has to be.
 * @param received - The type of what was given.
 */
export function invalidArgument(
  request: ApiRequest,
  attempts: number,
  name: string,
  expected: string,
  received: string,
): ValidationError {
  const pointer = name === '' ? '' : `/${name}`;
  return validationError(request, attempts, 'request', [{ path: name, pointer, expected, received }]);
}

/** The type of an argument, in the words of an issue. */
export function receivedType(value: unknown): string {
  if (value === undefined) return 'nothing';
  return value === null ? 'null' : typeof value;
}

/**
 * Finds how a body differs from its schema.
 *
 * @returns Nothing when the script that does so cannot be loaded in time.
 * @throws AbortError
 */
export async function findIssues(
  request: ApiRequest,
  attempts: number,
  side: 'body' | 'result',
  value: unknown,
): Promise<Issue[] | undefined> {
  const { facts, endpoint, signal } = request;
  const loading = import('./details.ts').catch(() => undefined);
  // 1 ms is enough for a script that is loaded already.
  const details = await race(loading, signal, Math.max(1, Math.min(longestLoad, timeLeft(request))));
  if (details === aborted) throw abortError(request, attempts);
  if (typeof details !== 'object') return undefined;
  return details.findIssues(facts.operation, side, value, side === 'body' ? endpoint.bodyKey : undefined);
}
