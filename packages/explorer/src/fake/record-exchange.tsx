import { type SubmitEvent, useState } from 'react';
import { keys } from '../data/queries.ts';
import { ActionProblem, Field, textIn, useAction } from './action.tsx';
import { ControlError, type FakeControl } from './control.ts';
import styles from './fake-panel.module.css';
import { WorkspaceSelect, useChosenWorkspace } from './workspace-select.tsx';

interface Props {
  readonly control: FakeControl;
  /** Id of the open workspace, if any. */
  readonly open: string | undefined;
}

/** Form that records one exchange in the log of a workspace. */
export function RecordExchange({ control, open }: Props) {
  const choice = useChosenWorkspace(open);
  const { workspace } = choice;
  const [recorded, setRecorded] = useState<string>();
  const record = useAction(
    async (form: HTMLFormElement) => {
      setRecorded(undefined);
      if (workspace === undefined) throw new ControlError('There is no workspace');
      const url = textIn(form, 'url');
      await control.record(workspace, {
        request: { method: textIn(form, 'method'), url, ...bodyIn(form, 'requestBody') },
        response: {
          statusCode: Number(textIn(form, 'status')),
          responseTimeMs: Number(textIn(form, 'ms')),
          ...bodyIn(form, 'responseBody'),
        },
      });
      setRecorded(url);
    },
    (cache) => cache.invalidateQueries({ queryKey: keys.activity(workspace ?? '') }),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    record.mutate(event.currentTarget);
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <WorkspaceSelect label="In the log of" choice={choice} />
      <Field label="Method" name="method" defaultValue="GET" required />
      <Field label="URL" name="url" defaultValue="https://api.example/orders" required />
      <Field
        label="Response status"
        name="status"
        inputMode="numeric"
        defaultValue="200"
        pattern="\d+"
        required
      />
      <Field
        label="Response time in ms"
        name="ms"
        inputMode="numeric"
        defaultValue="20"
        pattern="\d+"
        required
      />
      <Field label="Request body" name="requestBody" rows={2} placeholder="JSON or text" />
      <Field label="Response body" name="responseBody" rows={2} placeholder="JSON or text" />
      <div className="bar">
        <button type="submit" disabled={record.isPending}>
          Record the exchange
        </button>
      </div>
      <p role="status" className="muted">
        {recorded !== undefined && 'Recorded.'}
      </p>
      <ActionProblem error={record.error} />
    </form>
  );
}

/** Reads a body from a field. Parses it as JSON if possible. */
function bodyIn(form: HTMLFormElement, name: string): { readonly body?: unknown } {
  const text = textIn(form, name);
  if (text === '') return {};
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { body: text };
  }
}
