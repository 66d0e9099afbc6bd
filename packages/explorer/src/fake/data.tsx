import type { Seed } from '@mock-services/fake-server/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { fakeKeys, useConnection } from '../service/connection.ts';
import { ConfirmedAction } from '../ui/dialog.tsx';
import { Field, textIn } from '../ui/field.tsx';
import { ActionProblem, readJson, useAction } from './action.tsx';
import type { FakeControl } from './detect.ts';

export function Data({ control }: { readonly control: FakeControl }) {
  const { isDemo } = useConnection();
  const cache = useQueryClient();
  // Remove all cached data, because new resources may have the same ids as cached resources.
  const readAgain = () => cache.resetQueries({ predicate: ({ queryKey }) => queryKey !== fakeKeys.control });
  const reset = useMutation({ mutationFn: control.reset, onSuccess: () => void readAgain() });
  const seed = useAction(async (text: string) => {
    await control.seed(readJson(text, 'The seed') as Seed);
    void readAgain();
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    seed.mutate(textIn(event.currentTarget, 'seed'));
  };
  return (
    <>
      <div className="bar">
        <ConfirmedAction label="Reset" title="Reset the fake server?" mutation={reset} variables={undefined}>
          This restores the initial data, and removes all other data, faults and journal entries.
        </ConfirmedAction>
      </div>
      {isDemo && <p className="muted">Reloading the page also starts with new sample data.</p>}
      <form onSubmit={submit}>
        <Field
          label="Seed, as JSON"
          name="seed"
          rows={4}
          placeholder='{"mockServices": [], "workspaces": []}'
        />
        <div className="bar">
          <button type="submit">Seed</button>
        </div>
        <p className="muted">A seed replaces all data, and resets the clock, the faults and the journal.</p>
        <ActionProblem error={seed.error} />
      </form>
    </>
  );
}
