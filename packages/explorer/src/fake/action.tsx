import { useMutation, useQueryClient } from '@tanstack/react-query';
import { VisibleText } from '../ui/text.tsx';

/** After the action, the page reads all displayed data again. */
export function useAction<Input = void, Result = unknown>(run: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => void cache.invalidateQueries() });
}

export function ActionProblem({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const [title = '', ...lines] = error.message.split('\n');
  return (
    <div role="alert" className="notice">
      <p>
        <strong>
          <VisibleText text={title} most="message" />
        </strong>
      </p>
      {lines.slice(0, 20).map((line, index) => (
        <p key={index}>
          <VisibleText text={line} most="cell" />
        </p>
      ))}
    </div>
  );
}

/** @throws {Error} if the text is not valid JSON. The error message contains the name of the field. */
export function readJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${field} is not valid JSON.\n${String(error)}`, { cause: error });
  }
}
