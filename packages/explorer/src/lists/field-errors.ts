import { isApiError, isValidationError } from '@mock-services/sdk';

export interface FieldError {
  /** JSON pointer to the invalid value. */
  readonly pointer: string;
  readonly message: string;
}

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

/** The body may be problem details (RFC 9457). */
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

/** Includes the errors of values within the field. */
export function errorAt(errors: readonly FieldError[], pointer: string): string | undefined {
  const found = errors.filter(
    (error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`),
  );
  return found.length === 0 ? undefined : found.map(({ message }) => message).join('; ');
}
