import { type Issue, listIssues } from '../contract/issue.ts';
import type { LogFault } from './log-splitter.ts';

/** The names of the error classes. */
export type ActivityErrorKind =
  'ArgumentError' | 'BodyError' | 'HarError' | 'LogError' | 'WaitAbortedError' | 'WaitTimeoutError';

/** The symbol is registered globally, so that two copies of this package recognize each other's errors. */
const kind = Symbol.for('@mock-services/sdk.activity-error');

/**
 * Base class of every error of `@mock-services/sdk/activity`: {@link ArgumentError}, {@link BodyError},
 * {@link HarError}, {@link LogError}, {@link WaitAbortedError} and {@link WaitTimeoutError}. Error messages never quote
 * bodies or credentials.
 */
export abstract class ActivityError extends Error {
  /** @internal */
  get [kind](): ActivityErrorKind {
    // The name of each subclass is a kind, except in `WaitAbortedError`, which overrides the getter.
    return this.name as ActivityErrorKind;
  }
}

/**
 * Whether a value is an error of `@mock-services/sdk/activity`. If `wanted` is given, the error must have that class.
 */
export function isOfKind(value: unknown, wanted?: ActivityErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/**
 * Whether a value is an error of `@mock-services/sdk/activity`. Errors from other copies of this package are
 * recognized.
 */
export function isActivityError(value: unknown): value is ActivityError {
  return isOfKind(value);
}

/** The field of an activity entry that holds a body (§2.5). */
export type BodyField = 'request.bodyBase64Encoded' | 'response.bodyBase64Encoded';

/**
 * The reason why a body cannot be read. The fault `content-encoding` means that the encoding is unknown or that the
 * compressed data is corrupt. The fault `size` means that the decoded body exceeds the limit.
 */
export type BodyFault = 'base64' | 'charset' | 'content-encoding' | 'json' | 'size';

/** The location of a body. */
export interface BodyPlace {
  /** Id of the entry, if known. */
  readonly entryId: string | undefined;
  readonly field: BodyField;
}

/** Thrown if a recorded body cannot be decoded (§2.5). The error message does not quote the body. */
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
}

/** Whether a value is a {@link BodyError}. Errors from other copies of this package are recognized. */
export function isBodyError(value: unknown): value is BodyError {
  return isOfKind(value, 'BodyError');
}

/** Thrown if the argument of `fromHar` is not a HAR file. The issues contain paths and types, but no values. */
export class HarError extends ActivityError {
  override readonly name = 'HarError';
  /**
   * The differences between the value and HAR 1.2. The list has at least one issue and at most 100 issues. If more than
   * 100 issues were found, an additional issue states the number of omitted issues.
   */
  readonly issues: readonly Issue[];
  /** Path of the first issue, such as `log.entries[3].request.url`. Empty for the whole value. */
  readonly path: string;

  constructor(issues: readonly Issue[]) {
    super(`the HAR file is invalid:${listIssues(issues)}`);
    this.issues = issues;
    this.path = issues[0]?.path ?? '';
  }
}

/** Whether a value is a {@link HarError}. Errors from other copies of this package are recognized. */
export function isHarError(value: unknown): value is HarError {
  return isOfKind(value, 'HarError');
}

/** The state of a wait when it timed out. */
export interface WaitFacts {
  /** The timeout in milliseconds. */
  readonly timeoutMs: number;
  /** Number of complete reads of the log. */
  readonly reads: number;
  /** Explanation that lists the closest entries of the last read, as returned by `explainNoMatch`. */
  readonly explanation: string;
}

const unread = 'The log could not be read in that time. Check the service, or raise the timeout.';

/**
 * Thrown if no entry matched before the timeout. The error message contains the explanation, but no bodies or
 * credentials.
 */
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
}

/** Whether a value is a {@link WaitTimeoutError}. Errors from other copies of this package are recognized. */
export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isOfKind(value, 'WaitTimeoutError');
}

/**
 * Thrown if the caller aborted the `signal`. The error's `name` is `AbortError`, which platform APIs use. The error's
 * `cause` is the reason that the caller passed to `abort`.
 */
export class WaitAbortedError extends ActivityError {
  override readonly name = 'AbortError';

  constructor(reason: unknown) {
    super('waiting for activity was aborted by its signal.', { cause: reason });
  }

  override get [kind]() {
    return 'WaitAbortedError' as const;
  }
}

/** Whether a value is a {@link WaitAbortedError}. Errors from other copies of this package are recognized. */
export function isWaitAbortedError(value: unknown): value is WaitAbortedError {
  return isOfKind(value, 'WaitAbortedError');
}

/**
 * Thrown if a streamed body is not a complete, valid activity log (§4, endpoint 1), or if the body has two `data`
 * fields.
 */
export class LogError extends ActivityError {
  override readonly name = 'LogError';
  /**
   * The value is `syntax` if the body is truncated or is not JSON, and `shape` if the body is JSON but not an activity
   * log.
   */
  readonly fault: LogFault;
  /** Number of entries that were read before the problem occurred. */
  readonly entries: number;
  /**
   * The problems in the activity log. The list has at least one problem. Issues contain paths and types, but no values.
   */
  readonly issues: readonly Issue[];

  constructor(fault: LogFault, entries: number, issues: readonly Issue[]) {
    super(`the activity log is invalid after ${entries} entries:${listIssues(issues)}`);
    this.fault = fault;
    this.entries = entries;
    this.issues = issues;
  }
}

/** Whether a value is a {@link LogError}. Errors from other copies of this package are recognized. */
export function isLogError(value: unknown): value is LogError {
  return isOfKind(value, 'LogError');
}
