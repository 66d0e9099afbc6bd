import { useMutation, useQueryClient } from '@tanstack/react-query';
import { VisibleText } from '../ui/text.tsx';
import { ControlError } from './control.ts';

/** After the action, the page reads all displayed data again. */
export function useAction<Input = void, Result = unknown>(run: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => void cache.invalidateQueries() });
}

export function ActionProblem({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const { title, message, errors } =
    error instanceof ControlError ? error : new ControlError('Something went wrong', error.message);
  return (
    <div role="alert" className="notice">
      <p>
        <strong>
          <VisibleText text={title} most="name" />.
        </strong>{' '}
        <VisibleText text={message} most="message" />
      </p>
      {errors.slice(0, 20).map(({ pointer, detail }, index) => (
        // Use the index as the key, because problems have no id.
        <p key={index}>
          <code>
            <VisibleText text={pointer === '' ? '(root)' : pointer} most="cell" />
          </code>
          : <VisibleText text={detail} most="cell" />
        </p>
      ))}
    </div>
  );
}

export function textIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** @throws {ControlError} if the text is not valid JSON. The message contains the name of the field. */
export function readJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ControlError(`${field} is not valid JSON`, error instanceof Error ? error.message : '');
  }
}
