/** The error classes of the fake server, and their type guards. */
import { formatIssue, type Issue } from '@mock-services/sdk/contract';
import { shownValue } from './words.ts';

/** The `name` of each error class. */
export type FakeServerErrorName =
  | 'OptionError'
  | 'SeedError'
  | 'SnapshotError'
  | 'FixtureError'
  | 'FaultError'
  | 'JournalError'
  | 'WorldError'
  | 'StorageError'
  | 'WorkerError';

/** Maximum number of problems that an error or a response lists. */
export const listedIssues = 100;

/**
 * Registered symbol that marks the errors of this package. With this symbol, two copies of this package recognize
 * each other's errors.
 */
const kind = Symbol.for('@mock-services/fake-server.error');

/**
 * The base class of all errors in this package: {@link OptionError}, {@link SeedError}, {@link SnapshotError},
 * {@link FixtureError}, {@link FaultError}, {@link JournalError}, {@link WorldError}, {@link StorageError}, and
 * {@link WorkerError} of `…/browser`.
 */
export abstract class FakeServerError extends Error {
  abstract override readonly name: FakeServerErrorName;

  /** @internal */
  get [kind](): FakeServerErrorName {
    return this.name;
  }
}

/** Thrown if an option is invalid. No server is created. */
export class OptionError extends FakeServerError {
  override readonly name = 'OptionError';
  /** The name of the option, such as `listOrder` or `grease.only`. */
  readonly option: string;
  /** Description of the values that the option accepts. */
  readonly expected: string;

  /** @param given - The received value. Omit the value if it may be a secret. */
  constructor(option: string, expected: string, ...given: [value?: unknown]) {
    const got = given.length === 0 ? '' : `; got ${shownValue(given[0])}`;
    super(`The option ${option} must be ${expected}${got}.`);
    this.option = option;
    this.expected = expected;
  }
}

/** Thrown if a seed does not conform to the interface. The world is unchanged. */
export class SeedError extends FakeServerError {
  override readonly name = 'SeedError';
  /** All problems with the seed, each with its path in the seed, such as `activity["…"][3].response.statusCode`. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(listed(`The seed has ${problemsIn(issues)}:`, issues));
    this.issues = issues;
  }
}

/** Thrown if a snapshot cannot be restored. The world is unchanged. */
export class SnapshotError extends FakeServerError {
  override readonly name = 'SnapshotError';
  /** All problems with the snapshot, each with its path in the snapshot, such as `data.mockServices[0].title`. */
  readonly issues: readonly Issue[];

  /** @param problem - The first line of the message. */
  constructor(problem: string, issues: readonly Issue[]) {
    super(listed(problem, issues));
    this.issues = issues;
  }
}

/**
 * Thrown if an argument of a fixture function does not conform to the interface, or names a resource that does not
 * exist. The world is unchanged.
 */
export class FixtureError extends FakeServerError {
  override readonly name = 'FixtureError';
  /** All problems with the argument, each with its path in the argument, such as `config.cors.allowedMethods`. */
  readonly issues: readonly Issue[];

  /** @param call - Name of the function that was called, such as `mockServices.add`. */
  constructor(call: string, issues: readonly Issue[]) {
    super(listed(`The argument of ${call} has ${problemsIn(issues)}:`, issues));
    this.issues = issues;
  }
}

/** Thrown if a fault is invalid. The fault is not added. */
export class FaultError extends FakeServerError {
  override readonly name = 'FaultError';
  /** All problems with the fault, each with its path in the fault, such as `headers["x-id"]`. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(listed(`The fault has ${problemsIn(issues)}:`, issues));
    this.issues = issues;
  }
}

/** Thrown if `assertClean` finds a problem, a matcher is invalid, or no request matches in time. */
export class JournalError extends FakeServerError {
  override readonly name = 'JournalError';
  /** The problems that the error message lists, one line each. */
  readonly problems: readonly string[];

  /** @param title - The first line of the message. */
  constructor(problems: readonly string[], title = 'The fake server was used incorrectly:') {
    super([title, ...problems].join('\n'));
    this.problems = problems;
  }
}

/** Thrown if a world cannot be opened, because its name is malformed or there are too many worlds. */
export class WorldError extends FakeServerError {
  override readonly name = 'WorldError';
  readonly reason: 'malformed' | 'full';

  constructor(reason: WorldError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Thrown if a storage cannot save or load a world. The world and the storage are unchanged. */
export class StorageError extends FakeServerError {
  override readonly name = 'StorageError';
  /**
   * - `unsaved`: a change could not be stored, for example because the disk is full.
   * - `damaged`: the stored rows are not a valid world.
   * - `version`: another release stored the world.
   * - `in-use`: this process or another process already uses the storage.
   * - `unavailable`: the storage cannot be opened.
   */
  readonly reason: 'unsaved' | 'damaged' | 'version' | 'in-use' | 'unavailable';

  constructor(reason: StorageError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Reason why a service worker could not be started:
 *
 * - `missing`: the web server does not serve the worker script.
 * - `stale`: the worker script belongs to another major version of MSW than the page uses.
 * - `scope`: the scope of the worker does not include the page.
 * - `timeout`: the worker was not ready in time.
 * - `running`: the page already runs a fake server.
 */
export type WorkerProblem = 'missing' | 'stale' | 'scope' | 'timeout' | 'running';

/** Thrown if the service worker cannot be started. The message explains how to fix the problem. */
export class WorkerError extends FakeServerError {
  override readonly name = 'WorkerError';
  readonly problem: WorkerProblem;

  constructor(problem: WorkerProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Whether a value is an error of this package. */
export function isFakeServerError(value: unknown): value is FakeServerError {
  return typeof value === 'object' && value !== null && kind in value;
}

/** Whether a value is an {@link OptionError}. */
export function isOptionError(value: unknown): value is OptionError {
  return isFakeServerError(value) && value.name === 'OptionError';
}

/** Whether a value is a {@link SeedError}. */
export function isSeedError(value: unknown): value is SeedError {
  return isFakeServerError(value) && value.name === 'SeedError';
}

/** Whether a value is a {@link SnapshotError}. */
export function isSnapshotError(value: unknown): value is SnapshotError {
  return isFakeServerError(value) && value.name === 'SnapshotError';
}

/** Whether a value is a {@link FixtureError}. */
export function isFixtureError(value: unknown): value is FixtureError {
  return isFakeServerError(value) && value.name === 'FixtureError';
}

/** Whether a value is a {@link FaultError}. */
export function isFaultError(value: unknown): value is FaultError {
  return isFakeServerError(value) && value.name === 'FaultError';
}

/** Whether a value is a {@link JournalError}. */
export function isJournalError(value: unknown): value is JournalError {
  return isFakeServerError(value) && value.name === 'JournalError';
}

/** Whether a value is a {@link WorldError}. */
export function isWorldError(value: unknown): value is WorldError {
  return isFakeServerError(value) && value.name === 'WorldError';
}

/** Whether a value is a {@link StorageError}. */
export function isStorageError(value: unknown): value is StorageError {
  return isFakeServerError(value) && value.name === 'StorageError';
}

/** Whether a value is a {@link WorkerError}. */
export function isWorkerError(value: unknown): value is WorkerError {
  return isFakeServerError(value) && value.name === 'WorkerError';
}

/**
 * Creates a {@link FixtureError} about one field. If the field name is empty, the error is about the whole argument.
 */
export function fixtureError(call: string, field: string, expected: string, received: string): FixtureError {
  const pointer = field === '' ? '' : `/${field.replaceAll('.', '/')}`;
  return new FixtureError(call, [{ path: field, pointer, expected, received }]);
}

/** The limit `maxWorldBytes`, and the size of a world that would exceed the limit. */
export interface Overflow {
  readonly maxBytes: number;
  /** Size in bytes that the fake server's data would have after the changes. */
  readonly bytes: number;
}

/** Creates an issue for an argument that makes the world exceed `maxWorldBytes`. */
export function fullIssue({ maxBytes, bytes }: Overflow): Issue {
  return {
    path: '',
    pointer: '',
    expected: `a world of at most ${maxBytes} bytes (maxWorldBytes)`,
    received: `a world of ${bytes} bytes`,
  };
}

/** Returns the number of issues. The field `more` of an entry counts omitted issues. */
export function countOf(issues: readonly Issue[]): number {
  return issues.reduce((count, { more = 1 }) => count + more, 0);
}

/** Returns the number of issues as text, such as `1 problem` or `2 problems`. */
export function problemsIn(issues: readonly Issue[]): string {
  const count = countOf(issues);
  return count === 1 ? '1 problem' : `${count} problems`;
}

function listed(problem: string, issues: readonly Issue[]): string {
  const lines = issues.slice(0, listedIssues).map(formatIssue);
  const more = countOf(issues.slice(listedIssues));
  return [problem, ...lines, ...(more > 0 ? [`${more} more`] : [])].join('\n- ');
}
