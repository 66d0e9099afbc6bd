/** Actions of the panel, their failures, and the fields that they read. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { withoutSecrets } from '../service/credentials.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { ControlError } from './control.ts';
import styles from './fake-panel.module.css';

/**
 * An action on the fake server.
 *
 * @param refetch - Marks the queries as stale that the action changed. Default: all queries.
 */
export function useAction<Input = void, Result = unknown>(
  run: (input: Input) => Promise<Result>,
  refetch: (cache: QueryClient) => Promise<unknown> = (cache) => cache.invalidateQueries(),
) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => void refetch(cache) });
}

/** Reads all data again. Ids start again too after a reset, so cached data could be mistaken for the new. */
export const readAgain = (cache: QueryClient): Promise<void> => cache.resetQueries();

/** Maximum number of problems that are shown. */
const most = 20;

/** Why an action or a read failed: title and detail, and each problem with its path. */
export function ActionProblem({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const { title, message, errors } =
    error instanceof ControlError ? error : new ControlError('Something went wrong', error.message);
  const shown = errors.slice(0, most);
  return (
    <div role="alert" className={styles['problem']}>
      <p>
        <strong>
          <VisibleText text={withoutSecrets(title)} most="name" />.
        </strong>{' '}
        <VisibleText text={withoutSecrets(message)} most="message" />
      </p>
      {shown.length > 0 && (
        <ul>
          {shown.map(({ pointer, detail }, index) => (
            // Problems have no identity but their index.
            <li key={index}>
              <code>
                <VisibleText text={pointer === '' ? 'The whole' : pointer} most="cell" />
              </code>
              : <VisibleText text={withoutSecrets(detail)} most="cell" />
            </li>
          ))}
          {errors.length > most && <li>and {errors.length - most} more</li>}
        </ul>
      )}
    </div>
  );
}

/** A field with its label. With `rows`, it has several lines. */
export function Field({
  label,
  rows,
  ...rest
}: { readonly label: string; readonly rows?: number } & Pick<
  ComponentProps<'input'>,
  | 'name'
  | 'type'
  | 'step'
  | 'min'
  | 'max'
  | 'placeholder'
  | 'inputMode'
  | 'defaultValue'
  | 'pattern'
  | 'required'
  | 'title'
>) {
  const id = useId();
  const common = { id, spellCheck: false, autoComplete: 'off', ...rest };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...common} /> : <textarea {...common} rows={rows} />}
    </>
  );
}

/** The text of a field of a form, without spaces around it. */
export function textIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * The value of a JSON text.
 *
 * @throws {ControlError} that names the field.
 */
export function readJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ControlError(`${field} is not JSON`, error instanceof Error ? error.message : '');
  }
}
