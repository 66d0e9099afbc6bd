import { ActivityError, isOfKind, kind } from './base.ts';

/** The field of an activity entry that holds a body (§2.5). */
export type BodyField = 'request.bodyBase64Encoded' | 'response.bodyBase64Encoded';

/**
 * What is wrong with a body: its Base64, the charset or content-encoding that its headers name, the JSON in
 * it, or its size after decompression.
 */
export type BodyFault = 'base64' | 'charset' | 'content-encoding' | 'json' | 'size';

/** Where the body is that could not be read. */
export interface BodyPlace {
  /** Id of the entry, where it is known. */
  readonly entryId: string | undefined;
  readonly field: BodyField;
}

/** A recorded body cannot be read as it was asked to (§2.5). The body itself is not quoted. */
export class BodyError extends ActivityError implements BodyPlace {
  override readonly name = 'BodyError';
  readonly entryId: string | undefined;
  readonly field: BodyField;
  readonly fault: BodyFault;

  constructor({ entryId, field }: BodyPlace, fault: BodyFault, problem: string) {
    super(`${entryId === undefined ? '' : `entry ${entryId}, `}${field}: ${problem}`);
    this.entryId = entryId;
    this.field = field;
    this.fault = fault;
  }

  get [kind]() {
    return 'BodyError' as const;
  }
}

/** Whether a value is a {@link BodyError}, from whichever copy of this package. */
export function isBodyError(value: unknown): value is BodyError {
  return isOfKind(value, 'BodyError');
}
