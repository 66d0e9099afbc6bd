/** Assigns errors to the fields of the form. */
import { isApiError, isValidationError } from '@mock-services/sdk';

/** Error for the field at a JSON pointer in the mock service. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** Returns the field errors in an error of the SDK, either from its request validation or from a 422 response. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] {
  if (isValidationError(error) && error.side === 'request') {
    return error.issues.map(({ pointer, expected }) => ({
      pointer,
      message: pointer.endsWith('/url')
        ? 'Enter a URL that begins with https:// or http://.'
        : `Enter ${expected}.`,
    }));
  }
  return isApiError(error) && error.status === 422 ? problemsOf(error.body) : [];
}

/** Returns the field errors in problem details (RFC 9457), or an empty array for any other body. */
function problemsOf(body: unknown): FieldError[] {
  const { errors } = Object(body) as { readonly errors?: unknown };
  return (Array.isArray(errors) ? errors : []).flatMap((item: unknown) => {
    const { pointer, detail } = Object(item) as { readonly pointer?: unknown; readonly detail?: unknown };
    if (typeof pointer !== 'string' || typeof detail !== 'string') return [];
    // Remove `/data`, because the body of an update contains the mock service in `data`.
    return [{ pointer: pointer.replace(/^#?\/data(?=\/)/, ''), message: detail }];
  });
}

const inForm =
  /^\/(title|type|config\/(cors\/allowed(Origins|Methods|Headers)|defaultResponseHeaders\/[^/]+|upstreams\/\d+\/(name|url)))(\/|$)/;

export function isInForm({ pointer }: FieldError): boolean {
  return inForm.test(pointer);
}

/** Returns the error messages for a field and the values in it, or `undefined` if there are none. */
export function errorAt(errors: readonly FieldError[], pointer: string): string | undefined {
  const found = errors.filter(
    (error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`),
  );
  return found.length === 0 ? undefined : found.map(({ message }) => message).join('; ');
}
