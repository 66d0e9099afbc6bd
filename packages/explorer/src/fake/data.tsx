import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef } from 'react';
import { useConnection } from '../service/connection.ts';
import { counted, figures } from '../text/visible-text.tsx';
import { ActionProblem, Field, keepCache, readAgain, readJson, textIn, useAction } from './action.tsx';
import { ControlError, type FakeControl } from './control.ts';
import styles from './fake-panel.module.css';
import { fakeKeys } from './keys.ts';

/** Interval between reads of the counts, in milliseconds. */
const interval = 5000;

/** Maximum number of characters to insert into the text area. A longer text makes the page slow. */
const longest = 1_000_000;

/** Shows how much data the fake server has, and lets the user reset or replace it. */
export function Data({ control, isShown }: { readonly control: FakeControl; readonly isShown: boolean }) {
  const { isDemo } = useConnection();
  const counts = useQuery({
    queryKey: fakeKeys.counts,
    queryFn: control.counts,
    refetchInterval: interval,
    enabled: isShown,
  });
  const form = useRef<HTMLFormElement>(null);
  const reset = useAction(control.reset, readAgain);
  const seed = useAction(async (text: string) => control.seed(readJson(text, 'The seed')), readAgain);
  const fill = useAction(async () => {
    const text = JSON.stringify((await control.state()).data, null, 2);
    if (text.length > longest) {
      const limit = `The data has ${figures(text.length)} characters. The limit is ${figures(longest)}.`;
      throw new ControlError('The data is too long to edit here', limit);
    }
    const field = form.current?.elements.namedItem('seed');
    if (field instanceof HTMLTextAreaElement) field.value = text;
  }, keepCache);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    seed.mutate(textIn(event.currentTarget, 'seed'));
  };
  return (
    <>
      <p className="muted">
        {counts.data === undefined
          ? '…'
          : `${counted(counts.data.mockServices, 'mock service')}, ${counted(counts.data.workspaces, 'workspace')}`}
      </p>
      {isDemo && (
        <p className="muted">
          This tab keeps about 5 MB of data, the clock and the faults when you reload the page. A reload stops
          the traffic and closes an opened file.
        </p>
      )}
      <div className="bar">
        <button type="button" className="danger" onClick={() => reset.mutate()}>
          Reset to the initial data
        </button>
      </div>
      <ActionProblem error={reset.error ?? counts.error} />
      <form ref={form} className={styles['form']} onSubmit={submit}>
        <Field
          label="Seed, as JSON"
          name="seed"
          rows={5}
          placeholder='{"mockServices": [], "workspaces": []}'
        />
        <div className="bar">
          <button type="submit">Seed</button>
          <button type="button" disabled={fill.isPending} onClick={() => fill.mutate()}>
            Insert the current data
          </button>
        </div>
        <p className="muted">A seed replaces all data, and resets the clock, the faults and the journal.</p>
        <ActionProblem error={seed.error ?? fill.error} />
      </form>
    </>
  );
}
