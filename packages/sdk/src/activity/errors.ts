import { type Issue, listIssues } from '../contract/issue.ts';
import type { LogFault } from './log-splitter.ts';

/** The names of the error classes. */
export type ActivityErrorKind =
  'ArgumentError' | 'BodyError' | 'HarError' | 'LogError' | 'WaitAbortedError' | 'WaitTimeoutError';

/** A registered symbol, so that two copies of this package recognize each other's errors. */
export const kind = Symbol.for('@mock-services/sdk.activity-error');

/**
 * Base class of every error of `@mock-services/sdk/activity`: {@link ArgumentError}, {@link BodyError}, {@link
 * HarError}, {@link LogError}, {@link WaitAbortedError} and {@link WaitTimeoutError}. Messages never quote bodies or
 * credentials.
 */
export abstract class ActivityError extends Error {
  /** @internal */
  abstract get [kind](): ActivityErrorKind;
}

/** Whether a value is an error of this entry point, optionally of one class. */
export function isOfKind(value: unknown, wanted?: ActivityErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/**
 * Whether a value is an error of `@mock-services/sdk/activity`. Recognizes errors from other copies of this package.
 */
export function isActivityError(value: unknown): value is ActivityError {
  return isOfKind(value);
}

/** The field of an activity entry that holds a body (§2.5). */
export type BodyField = 'request.bodyBase64Encoded' | 'response.bodyBase64Encoded';

/**
 * The reason why a body cannot be read. `content-encoding` means an unknown encoding or corrupt data, and `size` a decoded body that exceeds the limit.
 */
export type BodyFault = 'base64' | 'charset' | 'content-encoding' | 'json' | 'size';

/** The location of a body. */
export interface BodyPlace {
  /** Id of the entry, if known. */
  readonly entryId: string | undefined;
  readonly field: BodyField;
}

/** A recorded body cannot be decoded (§2.5). The message does not quote the body. */
export class BodyError extends ActivityError implements BodyPlace {
  override readonly name = 'BodyError';
  readonly entryId: string | undefined;
  readonly field: BodyField;
  readonly fault: BodyFault;

  /** @param problem - A description of the fault, followed by advice. */
  constructor({ entryId, field }: BodyPlace, fault: BodyFault, problem: string) {
    const [message] = field.split('.');
    const entry = entryId === undefined ? '' : ` of entry ${entryId}`;
    super(`The ${message} body${entry} cannot be read: ${problem}.`);
    this.entryId = entryId;
    this.field = field;
    this.fault = fault;
  }

  get [kind]() {
    return 'BodyError' as const;
  }
}

/** Whether a value is a {@link BodyError}. Recognizes errors from other copies of this package. */
export function isBodyError(value: unknown): value is BodyError {
  return isOfKind(value, 'BodyError');
}

/** The argument of `fromHar` is not a HAR file. `issues` contains paths and types, but no values. */
export class HarError extends ActivityError {
  override readonly name = 'HarError';
  /**
   * The differences from HAR 1.2, at least one. Lists at most 100 issues. If there are more, one further issue counts
   * the rest.
   */
  readonly issues: readonly Issue[];
  /** Path of the first issue, such as `log.entries[3].request.url`. Empty for the whole value. */
  readonly path: string;

  constructor(issues: readonly Issue[]) {
    super(`the HAR file is invalid:${listIssues(issues)}`);
    this.issues = issues;
    this.path = issues[0]?.path ?? '';
  }

  get [kind]() {
    return 'HarError' as const;
  }
}

/** Whether a value is a {@link HarError}. Recognizes errors from other copies of this package. */
export function isHarError(value: unknown): value is HarError {
  return isOfKind(value, 'HarError');
}

/** The state of a wait when it timed out. */
export interface WaitFacts {
  /** The timeout in milliseconds. */
  readonly timeoutMs: number;
  /** Number of complete reads of the log. */
  readonly reads: number;
  /** The closest entries of the last read, as returned by `explainNoMatch`. */
  readonly explanation: string;
}

const unread = 'The log could not be read in that time. Check the service, or raise the timeout.';

/** No entry matched before the timeout. The message includes the explanation, without bodies or credentials. */
export class WaitTimeoutError extends ActivityError implements WaitFacts {
  override readonly name = 'WaitTimeoutError';
  readonly timeoutMs: number;
  readonly reads: number;
  readonly explanation: string;

  constructor({ timeoutMs, reads, explanation }: WaitFacts) {
    const known = reads === 0 ? unread : explanation;
    const read = reads === 0 ? '' : `; the log was read ${reads === 1 ? 'once' : `${reads} times`}`;
    super(`nothing matched within ${timeoutMs} ms${read}. ${known}`);
    this.timeoutMs = timeoutMs;
    this.reads = reads;
    this.explanation = known;
  }

  get [kind]() {
    return 'WaitTimeoutError' as const;
  }
}

/** Whether a value is a {@link WaitTimeoutError}. Recognizes errors from other copies of this package. */
export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isOfKind(value, 'WaitTimeoutError');
}

/**
 * The caller aborted the `signal`. `name` is `AbortError`, as in platform APIs. `cause` is the reason that the caller
 * gave.
 */
export class WaitAbortedError extends ActivityError {
  override readonly name = 'AbortError';

  constructor(reason: unknown) {
    super('waiting for activity was aborted by its signal.', { cause: reason });
  }

  get [kind]() {
    return 'WaitAbortedError' as const;
  }
}

/** Whether a value is a {@link WaitAbortedError}. Recognizes errors from other copies of this package. */
export function isWaitAbortedError(value: unknown): value is WaitAbortedError {
  return isOfKind(value, 'WaitAbortedError');
}

/** A streamed body is not a valid activity log (§4, endpoint 1), is truncated, or has two `data` fields. */
export class LogError extends ActivityError {
  override readonly name = 'LogError';
  /** `syntax` if the body is not JSON or is truncated, `shape` if it is JSON but not a log. */
  readonly fault: LogFault;
  /** Number of entries that were read before the problem. */
  readonly entries: number;
  /** The problems, at least one. Issues contain paths and types, but no values. */
  readonly issues: readonly Issue[];

  constructor(fault: LogFault, entries: number, issues: readonly Issue[]) {
    super(`the activity log is invalid after ${entries} entries:${listIssues(issues)}`);
    this.fault = fault;
    this.entries = entries;
    this.issues = issues;
  }

  get [kind]() {
    return 'LogError' as const;
  }
}

/** Whether a value is a {@link LogError}. Recognizes errors from other copies of this package. */
export function isLogError(value: unknown): value is LogError {
  return isOfKind(value, 'LogError');
}
