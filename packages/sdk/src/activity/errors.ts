import { type Issue, listIssues } from '../contract/issue.ts';
import type { LogFault } from './log-splitter.ts';

/** The classes of errors. */
export type ActivityErrorKind =
  'ArgumentError' | 'BodyError' | 'HarError' | 'LogError' | 'WaitAbortedError' | 'WaitTimeoutError';

/** A registered symbol, so that two copies of this package recognize each other's errors. */
export const kind = Symbol.for('@mock-services/sdk.activity-error');

/**
 * The base class of every error of `@mock-services/sdk/activity`: {@link ArgumentError}, {@link BodyError},
 * {@link HarError}, {@link LogError}, {@link WaitAbortedError} and {@link WaitTimeoutError}. Their messages quote
 * neither bodies nor credentials.
 */
export abstract class ActivityError extends Error {
  /** @internal */
  abstract get [kind](): ActivityErrorKind;
}

/** Whether a value is an error of this entry point, and of the wanted kind if one is given. */
export function isOfKind(value: unknown, wanted?: ActivityErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/** Whether a value is any error of `@mock-services/sdk/activity`, from any copy of this package. */
export function isActivityError(value: unknown): value is ActivityError {
  return isOfKind(value);
}

/** The field of an activity entry that holds a body (§2.5). */
export type BodyField = 'request.bodyBase64Encoded' | 'response.bodyBase64Encoded';

/**
 * The part of a body that is wrong: its Base64, the charset or content-encoding that its headers name, its JSON, or
 * its decompressed size.
 */
export type BodyFault = 'base64' | 'charset' | 'content-encoding' | 'json' | 'size';

/** The source of a body that could not be read. */
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

  /** @param problem - A description of the fault, and advice. */
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

/** Whether a value is a {@link BodyError}, from any copy of this package. */
export function isBodyError(value: unknown): value is BodyError {
  return isOfKind(value, 'BodyError');
}

/** The argument of `fromHar` is not a HAR. `issues` name paths and types, never a value. */
export class HarError extends ActivityError {
  override readonly name = 'HarError';
  /** The differences from HAR 1.2: at least one, and at most 100. If there are more, a last issue counts the others. */
  readonly issues: readonly Issue[];
  /** The path of the first issue: `log.entries[3].request.url`. Empty for the whole value. */
  readonly path: string;

  constructor(issues: readonly Issue[]) {
    super(`not a readable HAR:${listIssues(issues)}`);
    this.issues = issues;
    this.path = issues[0]?.path ?? '';
  }

  get [kind]() {
    return 'HarError' as const;
  }
}

/** Whether a value is a {@link HarError}, from any copy of this package. */
export function isHarError(value: unknown): value is HarError {
  return isOfKind(value, 'HarError');
}

/** The facts at the time of a timeout. */
export interface WaitFacts {
  /** The timeout, in milliseconds. */
  readonly timeoutMs: number;
  /** How often the log was read completely. */
  readonly reads: number;
  /** The nearest misses of the last read, as listed by `explainNoMatch`. */
  readonly explanation: string;
}

const unread = 'The log could not be read in that time: is the service slow, or the timeout too short?';

/** No entry matched in time. The message includes the explanation, without bodies or credentials. */
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

/** Whether a value is a {@link WaitTimeoutError}, from any copy of this package. */
export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isOfKind(value, 'WaitTimeoutError');
}

/** The caller's `signal` was aborted. `name` is `AbortError`, as on the platform; `cause` is the reason. */
export class WaitAbortedError extends ActivityError {
  override readonly name = 'AbortError';

  constructor(reason: unknown) {
    super('waiting for activity was aborted by its signal.', { cause: reason });
  }

  get [kind]() {
    return 'WaitAbortedError' as const;
  }
}

/** Whether a value is a {@link WaitAbortedError}, from any copy of this package. */
export function isWaitAbortedError(value: unknown): value is WaitAbortedError {
  return isOfKind(value, 'WaitAbortedError');
}

/** A body that was read as it arrived is not an activity log (§4, endpoint 1), ends early, or has two fields `data`. */
export class LogError extends ActivityError {
  override readonly name = 'LogError';
  /** `syntax` if the body is not JSON or ends early, `shape` if it is JSON but not a log. */
  readonly fault: LogFault;
  /** The number of entries that were read before. */
  readonly entries: number;
  /** The problems; at least one. Issues name paths and types, never a value. */
  readonly issues: readonly Issue[];

  constructor(fault: LogFault, entries: number, issues: readonly Issue[]) {
    super(`not an activity log, after ${entries} entries:${listIssues(issues)}`);
    this.fault = fault;
    this.entries = entries;
    this.issues = issues;
  }

  get [kind]() {
    return 'LogError' as const;
  }
}

/** Whether a value is a {@link LogError}, from any copy of this package. */
export function isLogError(value: unknown): value is LogError {
  return isOfKind(value, 'LogError');
}
