/** Shared parts of the fake server panel: a hook that runs an action, error messages, and form fields. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { withoutSecrets } from '../service/credentials.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { ControlError } from './control.ts';
import styles from './fake-panel.module.css';

/**
 * Returns a mutation that runs an action on the fake server.
 *
 * @param refetch - Marks queries as stale after the action. Marks all queries by default.
 */
export function useAction<Input = void, Result = unknown>(
  run: (input: Input) => Promise<Result>,
  refetch: (cache: QueryClient) => Promise<unknown> = (cache) => cache.invalidateQueries(),
) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => void refetch(cache) });
}

/**
 * Removes all cached data and reads the data again. After a reset, new resources may have the same ids as cached resources.
 */
export const readAgain = (cache: QueryClient): Promise<void> => cache.resetQueries();

/** Keeps all cached data, because an action has not changed any data on the page. */
export const keepCache = (): Promise<void> => Promise.resolve();

/** Maximum number of problems to show. */
const most = 20;

/** Shows why an action or a query failed, with a list of invalid fields. */
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
            // Use the index as the key, because problems have no id.
            <li key={index}>
              <code>
                <VisibleText text={pointer === '' ? '(root)' : pointer} most="cell" />
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

/** Form field with a label. If `rows` is set, the field is a text area. */
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

/** Returns the trimmed value of a form field. */
export function textIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Parses the JSON in a field.
 *
 * @throws {ControlError} if the text is not valid JSON. The message contains the name of the field.
 */
export function readJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ControlError(`${field} is not valid JSON`, error instanceof Error ? error.message : '');
  }
}
