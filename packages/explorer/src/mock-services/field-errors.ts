/** Maps errors to fields of the form. */
import { isApiError, isValidationError } from '@mock-services/sdk';

/** A problem of the field at a JSON pointer into the mock service. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** The fields that an error names: from the SDK's check of the request, or from the service's response. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] {
  if (isValidationError(error) && error.side === 'request') {
    return error.issues.map(({ pointer, expected, received }) => ({
      pointer,
      message: `Expected ${expected}, received ${received}`,
    }));
  }
  return isApiError(error) && error.status === 422 ? problemsOf(error.body) : [];
}

/** The errors of problem details (RFC 9457), if the service responds with them. */
function problemsOf(body: unknown): FieldError[] {
  const { errors } = Object(body) as { readonly errors?: unknown };
  return (Array.isArray(errors) ? errors : []).flatMap((item: unknown) => {
    const { pointer, detail } = Object(item) as { readonly pointer?: unknown; readonly detail?: unknown };
    if (typeof pointer !== 'string' || typeof detail !== 'string') return [];
    // The form does not know the envelope of an update.
    return [{ pointer: pointer.replace(/^#?\/data(?=\/)/, ''), message: detail }];
  });
}

const inForm =
  /^\/(title|type|config\/(cors\/allowed(Origins|Methods|Headers)|defaultResponseHeaders\/[^/]+|upstreams\/\d+\/(name|url)))(\/|$)/;

/** Whether the form shows an error beside a field. */
export function isInForm({ pointer }: FieldError): boolean {
  return inForm.test(pointer);
}

/** Number of fields that errors name. Several errors may be about one field, such as about two of its lines. */
export function countFields(errors: readonly FieldError[]): number {
  return new Set(errors.map(({ pointer }) => inForm.exec(pointer)?.[1] ?? pointer)).size;
}

/** The problem of a field, or of anything in it. */
export function errorAt(errors: readonly FieldError[], pointer: string): string | undefined {
  const found = errors.filter(
    (error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`),
  );
  return found.length === 0 ? undefined : found.map(({ message }) => message).join('; ');
}
