import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Fault, RemoteFault } from '@mock-services/fake-server/core';
import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import { fakeKeys } from '../service/connection.ts';
import { Select } from '../ui/controls.tsx';
import { figures, VisibleText } from '../ui/text.tsx';
import { Field, textIn } from '../ui/field.tsx';
import { ActionProblem, readJson, useAction } from './action.tsx';
import type { FakeControl } from './detect.ts';
import styles from './fake.module.css';

const endings = [
  ['status', 'Respond with a status'],
  ['delay', 'Only respond later'],
  ['hang', 'Never respond'],
  ['reset', 'Reset the connection'],
  ['truncated', 'Break off the body'],
  ['notJson', 'Respond with HTML'],
] as const;

type Ending = (typeof endings)[number][0];

const everything = 'every operation' as const;

export function Faults({ control }: { readonly control: FakeControl }) {
  const { data: faults = [], error } = useQuery({
    queryKey: fakeKeys.faults,
    queryFn: control.faults.list,
    refetchInterval: 1000,
  });
  const remove = useAction(control.faults.remove);
  const clear = useAction(control.faults.clear);
  return (
    <>
      <FaultForm control={control} />
      <ActionProblem error={remove.error ?? clear.error ?? error} />
      {faults.length > 0 && (
        <>
          <ul className={styles['list']} aria-label="Active faults">
            {faults.toReversed().map((fault) => (
              <ListedFault key={fault.id} fault={fault} onRemove={() => remove.mutate(fault.id)} />
            ))}
          </ul>
          <button type="button" className="small" onClick={() => clear.mutate()}>
            Remove all faults
          </button>
        </>
      )}
    </>
  );
}

function FaultForm({ control }: { readonly control: FakeControl }) {
  const [operation, setOperation] = useState<OperationId | typeof everything>('listActivity');
  const [ending, setEnding] = useState<Ending>('status');
  const add = useAction(async (form: HTMLFormElement) =>
    control.faults.add(faultIn(form, operation, ending)),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    add.mutate(event.currentTarget);
  };
  return (
    <form onSubmit={submit}>
      <Select
        label="Operation"
        options={[everything, ...operationIds].map((each) => [each] as const)}
        value={operation}
        onChange={setOperation}
      />
      <Select label="Ending" options={endings} value={ending} onChange={setEnding} />
      <div className={styles['columns']}>
        {ending === 'status' && (
          <Field label="Status" name="status" type="number" min={200} max={599} defaultValue={503} required />
        )}
        <Field label="Delay" name="delay" placeholder="such as 2s" required={ending === 'delay'} />
        <Field label="Number of requests" name="times" type="number" min={1} placeholder="all" />
        {ending !== 'delay' && (
          <label className="bar">
            <input type="checkbox" name="takesEffect" />
            Let the operation take effect
          </label>
        )}
      </div>
      <details>
        <summary>Only for some requests</summary>
        <Field
          label="Matcher, as JSON"
          name="match"
          rows={3}
          placeholder={'{"path": "…", "headers": {"x-team": "a"},\n "body": {"title": "Orders"}}'}
        />
      </details>
      <button type="submit" className="primary">
        Inject fault
      </button>
      <ActionProblem error={add.error} />
    </form>
  );
}

/** @throws {Error} if the matcher is not JSON. The browser validates the other fields. */
function faultIn(
  form: HTMLFormElement,
  operation: OperationId | typeof everything,
  ending: Ending,
): RemoteFault {
  const delay = textIn(form, 'delay') as NonNullable<RemoteFault['delay']> | '';
  const times = Number(textIn(form, 'times'));
  const match = textIn(form, 'match');
  return {
    operation: operation === everything ? operationIds : operation,
    ...(ending === 'status' && { status: Number(textIn(form, 'status')) }),
    ...(ending !== 'status' && ending !== 'delay' && { [ending]: true }),
    ...(delay !== '' && { delay }),
    ...(textIn(form, 'takesEffect') !== '' && { takesEffect: true }),
    ...(times > 0 && { times }),
    ...(match !== '' && { match: readJson(match, 'The matcher') as NonNullable<RemoteFault['match']> }),
  };
}

function ListedFault({ fault, onRemove }: { readonly fault: Fault; readonly onRemove: () => void }) {
  const { id, operation, match, error, used, times, after = 0, seen: _seen, ...effect } = fault;
  const all = [operation].flat();
  return (
    <li>
      <button type="button" className="small" aria-label={`Remove fault ${id}`} onClick={onRemove}>
        Remove
      </button>
      <strong>
        <VisibleText text={all.length === operationIds.length ? everything : all.join(', ')} most="cell" />
      </strong>
      <p>
        <VisibleText text={effectText(effect)} most="cell" />
      </p>
      <p className="muted">
        applied {figures(used)}
        {times !== undefined && ` of ${figures(times)}`} times{after > 0 && `, after ${after} other requests`}
      </p>
      {match !== undefined && typeof match !== 'function' && (
        <p>
          only for <VisibleText text={JSON.stringify(match)} most="cell" />
        </p>
      )}
      {error !== undefined && (
        <p className="error">
          <VisibleText text={error} most="cell" />
        </p>
      )}
    </li>
  );
}

function effectText(effect: Partial<Fault>): string {
  return Object.entries(effect)
    .map(([name, value]) => {
      if (name === 'takesEffect') return 'the operation takes effect';
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return value === true ? (endings.find(([ending]) => ending === name)?.[1] ?? name) : `${name} ${text}`;
    })
    .join(', ');
}
