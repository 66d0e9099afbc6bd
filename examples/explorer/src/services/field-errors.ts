/** Which field of the form an error is about. */
import { isApiError, isValidationError } from '@mock-services/sdk';

/** What is wrong with the field at a JSON pointer into the mock service. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** The fields that an error names: those of the SDK before it is sent, or those of the service's answer. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] {
  if (isValidationError(error) && error.side === 'request') {
    return error.issues.map(({ pointer, expected, received }) => ({
      pointer,
      message: `Expected ${expected}, received ${received}`,
    }));
  }
  return isApiError(error) && error.status === 422 ? problemsOf(error.body) : [];
}

/** The errors of problem details (RFC 9457), where the service answers with such. */
function problemsOf(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors))
    return [];
  return (body.errors as unknown[]).flatMap((item) =>
    typeof item === 'object' &&
    item !== null &&
    'pointer' in item &&
    'detail' in item &&
    typeof item.pointer === 'string' &&
    typeof item.detail === 'string'
      ? // An update is sent in an envelope, which the form knows nothing of.
        [{ pointer: item.pointer.replace(/^#?\/data(?=\/)/, ''), message: item.detail }]
      : [],
  );
}

/** What is wrong with a field, or with anything in it. */
export function errorAt(errors: readonly FieldError[], pointer: string): string | undefined {
  const found = errors.filter(
    (error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`),
  );
  return found.length === 0 ? undefined : found.map(({ message }) => message).join('; ');
}
