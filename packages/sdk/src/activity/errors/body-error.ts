import { ActivityError, isOfKind, kind } from './activity-error.ts';

/** The field of an activity entry that holds a body (§2.5). */
export type BodyField = 'request.bodyBase64Encoded' | 'response.bodyBase64Encoded';

/**
 * What is wrong with a body: its Base64, the charset or content-encoding that its headers name, its JSON, or
 * its decompressed size.
 */
export type BodyFault = 'base64' | 'charset' | 'content-encoding' | 'json' | 'size';

/** The source of a body that could not be read. */
export interface BodyPlace {
  /** Id of the entry, if known. */
  readonly entryId: string | undefined;
  readonly field: BodyField;
}

/** A recorded body cannot be decoded (§2.5). The message does not quote it. */
export class BodyError extends ActivityError implements BodyPlace {
  override readonly name = 'BodyError';
  readonly entryId: string | undefined;
  readonly field: BodyField;
  readonly fault: BodyFault;

  /** @param problem - What is wrong with it, and what to do about it. */
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
