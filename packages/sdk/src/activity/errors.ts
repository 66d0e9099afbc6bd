import { type Issue, listIssues } from '../contract/issue.ts';

export type ActivityErrorKind = 'BodyError' | 'HarError' | 'WaitTimeoutError';

/** A global symbol, so that two copies of this package recognize each other's errors. */
const kind = Symbol.for('@mock-services/sdk.activity-error');

/**
 * Base class of {@link BodyError}, {@link HarError} and {@link WaitTimeoutError}.
 * Messages never quote bodies or credentials. Invalid arguments throw a `TypeError`, and an aborted wait throws an `AbortError`.
 */
export abstract class ActivityError extends Error {
  abstract override readonly name: ActivityErrorKind;

  /** @internal */
  get [kind](): ActivityErrorKind {
    return this.name;
  }
}

function isOfKind(value: unknown, wanted?: ActivityErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/** Unlike `instanceof`, this and the other guards also recognize errors from other copies of the package. */
export function isActivityError(value: unknown): value is ActivityError {
  return isOfKind(value);
}

export type BodyField = 'request.bodyBase64Encoded' | 'response.bodyBase64Encoded';

/**
 * Why a body cannot be read. `content-encoding` means an unknown encoding or corrupt compressed data, and `size` means
 * that the decoded body exceeds the limit.
 */
export type BodyFault = 'base64' | 'charset' | 'content-encoding' | 'json' | 'size';

export interface BodyPlace {
  readonly entryId: string;
  readonly field: BodyField;
}

/** Thrown if a recorded body cannot be decoded (§2.5). */
export class BodyError extends ActivityError implements BodyPlace {
  override readonly name = 'BodyError';
  readonly entryId: string;
  readonly field: BodyField;
  readonly fault: BodyFault;

  /** @param problem - A description of the fault, followed by advice. */
  constructor({ entryId, field }: BodyPlace, fault: BodyFault, problem: string) {
    const [message] = field.split('.');
    super(`The ${message} body of entry ${entryId} cannot be read: ${problem}.`);
    this.entryId = entryId;
    this.field = field;
    this.fault = fault;
  }
}

export function isBodyError(value: unknown): value is BodyError {
  return isOfKind(value, 'BodyError');
}

/** Thrown if the argument of `fromHar` is not a HAR file. */
export class HarError extends ActivityError {
  override readonly name = 'HarError';
  /** One issue, which contains no values. */
  readonly issues: readonly Issue[];
  /** Path of the issue, such as `log.entries`. Empty for the whole value. */
  readonly path: string;

  constructor(issues: readonly Issue[]) {
    super(`The HAR file is invalid:${listIssues(issues)}`);
    this.issues = issues;
    this.path = issues[0]?.path ?? '';
  }
}

export function isHarError(value: unknown): value is HarError {
  return isOfKind(value, 'HarError');
}

/** The state of a wait when it timed out. */
export interface WaitFacts {
  readonly timeoutMs: number;
  /** Number of complete reads of the log. */
  readonly reads: number;
  /** Text from `explainNoMatch` about the last read of the log. */
  readonly explanation: string;
}

const unread = 'The log could not be read in that time. Check the service, or raise the timeout.';

/** Thrown if no entry matched before the timeout. */
export class WaitTimeoutError extends ActivityError implements WaitFacts {
  override readonly name = 'WaitTimeoutError';
  readonly timeoutMs: number;
  readonly reads: number;
  readonly explanation: string;

  constructor({ timeoutMs, reads, explanation }: WaitFacts) {
    const known = reads === 0 ? unread : explanation;
    const read = reads === 0 ? '' : `; the log was read ${reads === 1 ? 'once' : `${reads} times`}`;
    super(`Nothing matched within ${timeoutMs} ms${read}. ${known}`);
    this.timeoutMs = timeoutMs;
    this.reads = reads;
    this.explanation = known;
  }
}

export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isOfKind(value, 'WaitTimeoutError');
}
