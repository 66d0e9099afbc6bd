import { formatIssue, issueAt, type Issue } from '@mock-services/sdk/contract';
import { errorText, shownValue } from './words.ts';

/**
 * The kind of error. An invalid argument changes nothing.
 *
 * - `invalid-option`: an option is invalid.
 * - `invalid-seed`: a seed does not conform to the interface, or is too large for `maxWorldBytes`.
 * - `invalid-snapshot`: a snapshot cannot be restored.
 * - `invalid-fixture`: a fixture function's argument does not conform to the interface, names a missing resource, or
 *   is too large for `maxWorldBytes`.
 * - `invalid-fault`: a fault cannot be added, or `faults.remove` got an unknown operation.
 * - `invalid-matcher`: a matcher of the journal is neither a function nor an object of fields, or contains an unknown
 *   field or operation, an argument of `journal.expect` or `toHaveReceived` is invalid, or a function without a matcher,
 *   such as `journal.entries`, got one.
 * - `no-match`: `journal.waitFor` found no matching request in time, or `journal.expect` failed.
 * - `not-clean`: `journal.assertClean` or `faults.assertClean` failed.
 * - `scenario`: `fake.scenario` got an unknown name, or the scenario threw or returned a promise.
 * - `world-name`: the name of a world is malformed.
 * - `worlds-full`: the maximum number of worlds is in use.
 * - `storage-unsaved`: a change could not be stored, for example because the disk is full. The world and the storage
 *   are unchanged.
 * - `storage-damaged`: the stored rows are not a valid world.
 * - `storage-version`: another release stored the world.
 * - `storage-in-use`: this process or another process already uses the storage.
 * - `storage-unavailable`: the storage cannot be opened.
 * - `remote`: `connectFake` could not use the fake server, for example because it does not run, has no admin endpoints, or
 *   requires another token.
 * - `worker-missing`: the web server does not serve MSW's worker script.
 * - `worker-stale`: the worker script belongs to another major version of MSW than the page uses.
 * - `worker-scope`: the scope of the worker does not include the page.
 * - `worker-blocked`: the browser did not start the worker, for example because Playwright blocks service workers.
 * - `worker-timeout`: the worker was not ready in time.
 * - `worker-running`: the page already runs a fake server.
 */
export type FakeServerErrorCode =
  | 'invalid-option'
  | 'invalid-seed'
  | 'invalid-snapshot'
  | 'invalid-fixture'
  | 'invalid-fault'
  | 'invalid-matcher'
  | 'no-match'
  | 'not-clean'
  | 'scenario'
  | 'world-name'
  | 'worlds-full'
  | 'storage-unsaved'
  | 'storage-damaged'
  | 'storage-version'
  | 'storage-in-use'
  | 'storage-unavailable'
  | 'remote'
  | 'worker-missing'
  | 'worker-stale'
  | 'worker-scope'
  | 'worker-blocked'
  | 'worker-timeout'
  | 'worker-running';

export const maxListedIssues = 100;

/** The symbol is registered globally, so that two copies of this package recognize each other's errors. */
const mark = Symbol.for('@mock-services/fake-server.error');

/** The error that this package throws. The message says what to do. */
export class FakeServerError extends Error {
  override readonly name = 'FakeServerError';
  readonly code: FakeServerErrorCode;
  /**
   * All problems with an invalid option, seed, snapshot, fixture or fault. Each problem has a path, such as
   * `activity["…"][3].response.statusCode`. Empty for other errors.
   */
  readonly issues: readonly Issue[];

  constructor(
    code: FakeServerErrorCode,
    message: string,
    { issues = [], ...options }: ErrorOptions & Partial<Pick<FakeServerError, 'issues'>> = {},
  ) {
    super(message, options);
    this.code = code;
    this.issues = issues;
  }

  /** @internal */
  get [mark](): true {
    return true;
  }
}

/**
 * Whether a value is an error of this package, optionally with the given code.
 * @example
 * ```ts
 * import { createFakeServer, isFakeServerError } from '@mock-services/fake-server/core';
 *
 * try {
 *   createFakeServer({ seed: JSON.parse('{"workspaces": [{"title": 1}]}') });
 * } catch (error) {
 *   if (isFakeServerError(error, 'invalid-seed')) console.log(error.issues);
 * }
 * ```
 */
export function isFakeServerError(value: unknown, code?: FakeServerErrorCode): value is FakeServerError {
  const isError = typeof value === 'object' && value !== null && mark in value;
  return isError && (code === undefined || (value as FakeServerError).code === code);
}

export function isStorageError(value: unknown): value is FakeServerError {
  return isFakeServerError(value) && value.code.startsWith('storage-');
}

/** @param given - The received value. Omit the value if it may be a secret. */
export function optionError(option: string, expected: string, ...given: [value?: unknown]): FakeServerError {
  const received = given.length === 0 ? undefined : shownValue(given[0]);
  const got = received === undefined ? '' : `; got ${received}`;
  return new FakeServerError('invalid-option', `The option ${option} must be ${expected}${got}.`, {
    issues: [issueAt(option.split('.'), expected, received ?? 'another value')],
  });
}

/** @param problem - A verb phrase such as `must be …`, without a value that may be a secret. */
export function optionProblem(option: string, problem: string): FakeServerError {
  const expected = problem.replace(/^must be /, '').replace(/[.;].*/s, '');
  return new FakeServerError('invalid-option', `The option ${option} ${problem}`, {
    issues: [issueAt(option.split('.'), expected, 'another value')],
  });
}

/** @param problem - Describes the failed action. The text of the cause follows it. */
export function causedError(code: FakeServerErrorCode, problem: string, cause: unknown): FakeServerError {
  const reason = isFakeServerError(cause) ? cause.message : errorText(cause);
  return new FakeServerError(code, `${problem} ${reason}`, { cause });
}

/** `subject` is the name of the invalid value, such as `The seed`. */
export function invalidError(
  code: FakeServerErrorCode,
  subject: string,
  issues: readonly Issue[],
): FakeServerError {
  const lines = issues.slice(0, maxListedIssues).map(formatIssue);
  const more = countOf(issues.slice(maxListedIssues));
  const title = `${subject} has ${problemsIn(issues)}:`;
  return new FakeServerError(code, [title, ...lines, ...(more > 0 ? [`${more} more`] : [])].join('\n- '), {
    issues,
  });
}

export function fixtureIssues(call: string, issues: readonly Issue[]): FakeServerError {
  return invalidError('invalid-fixture', `The argument of ${call}`, issues);
}

/** If `field` is empty, the error is about the whole argument. */
export function fixtureError(
  call: string,
  field: string,
  expected: string,
  received: string,
): FakeServerError {
  return fixtureIssues(call, [issueAt(field === '' ? [] : field.split('.'), expected, received)]);
}

export function assertNone(title: string, reasons: readonly string[]): void {
  if (reasons.length === 0) return;
  throw new FakeServerError('not-clean', [title, ...reasons.map((line) => `  ${line}`)].join('\n'));
}

export interface Overflow {
  readonly maxBytes: number;
  readonly bytes: number;
}

export function fullIssue({ maxBytes, bytes }: Overflow): Issue {
  return issueAt([], `a world of at most ${maxBytes} bytes (maxWorldBytes)`, `a world of ${bytes} bytes`);
}

/** `more` is the number of issues that a list omits. */
export function countOf(issues: readonly Issue[]): number {
  return issues.reduce((count, { more = 1 }) => count + more, 0);
}

export function problemsIn(issues: readonly Issue[]): string {
  const count = countOf(issues);
  return count === 1 ? '1 problem' : `${count} problems`;
}

export function matcherError(reason: string): FakeServerError {
  return new FakeServerError('invalid-matcher', `The matcher is invalid:\n${reason}`);
}

export function matchIssue(reason: string): Issue {
  return issueAt(['match'], 'fields of a request, or a function', `an invalid matcher. ${reason}`);
}
