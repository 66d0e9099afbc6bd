import { isApiError, isValidationError } from '@mock-services/sdk';
import type { Draft } from './draft.ts';
import { fields } from './fields.ts';
import { rowKey } from './merge.ts';

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

/** Finds duplicate and empty names, because each name becomes a key of an object. */
export function headerErrors(headers: Draft['headers']): FieldError[] {
  const keys = headers.map(rowKey);
  return keys.flatMap((key, index) => {
    const first = keys.indexOf(key);
    if (key !== '' && first === index) return [];
    const message =
      key === ''
        ? 'Enter a name, or remove this row.'
        : `Header ${first + 1} has the same name. Change or remove one of them.`;
    return [{ pointer: `/headers/${index}`, message }];
  });
}

const inRow = /^\/(headers|config\/(defaultResponseHeaders\/[^/]+|upstreams\/\d+\/(name|url)))(\/|$)/;

export function isInForm(error: FieldError): boolean {
  return inRow.test(error.pointer) || fields.some(({ parent, key }) => isWithin(error, `${parent}/${key}`));
}

const isWithin = (error: FieldError, pointer: string) => `${error.pointer}/`.startsWith(`${pointer}/`);

export function errorAt(errors: readonly FieldError[], pointer: string): string | undefined {
  const found = errors.filter((error) => isWithin(error, pointer));
  return found.length === 0 ? undefined : found.map(({ message }) => message).join('; ');
}
