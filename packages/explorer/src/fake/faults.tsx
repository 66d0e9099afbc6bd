import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Fault, FaultOptions } from '@mock-services/fake-server/core';
import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import { Select } from '../select/select.tsx';
import { figures, VisibleText } from '../text/visible-text.tsx';
import { ActionProblem, Field, textIn, useAction } from './action.tsx';
import { ControlError, type FakeControl } from './control.ts';
import { matcherIn, MatcherFields, matcherText } from './fault-matcher.tsx';
import styles from './fake-panel.module.css';
import { fakeKeys } from './keys.ts';

type Effect = Omit<FaultOptions, 'operation'>;

const effects: Readonly<Record<string, Effect>> = {
  '503 Service Unavailable': { status: 503 },
  '429 Too Many Requests, retry after 2 s': { status: 429, headers: { 'retry-after': '2' } },
  '404 Not Found': { status: 404 },
  '401 Unauthorized': { status: 401 },
  'Takes 2 s': { delay: '2s' },
  'Never responds': { hang: true },
  'Connection reset': { reset: true },
  'Truncated body': { truncated: true },
  'An HTML page': { notJson: true },
};

const everything = 'every operation' as const;

/** Interval between reads of the list, in milliseconds. Repeated reads show changes by other users. */
const interval = 3000;

/** Maximum number of faults to list. */
const most = 100;

/** Lists the active faults, and lets the user add and remove faults. */
export function Faults({ control, isShown }: { readonly control: FakeControl; readonly isShown: boolean }) {
  const { data: faults = [], error } = useQuery({
    queryKey: fakeKeys.faults,
    queryFn: control.faults,
    refetchInterval: interval,
    enabled: isShown,
  });
  const remove = useAction((id: number | undefined) =>
    id === undefined ? control.clearFaults() : control.removeFault(id),
  );
  return (
    <>
      <FaultForm
        control={control}
        onClear={faults.length === 0 ? undefined : () => remove.mutate(undefined)}
      />
      <ActionProblem error={remove.error ?? error} />
      <ul className={styles['list']} aria-label="Active faults">
        {faults
          .toReversed()
          .slice(0, most)
          .map((fault) => (
            <ListedFault key={fault.id} fault={fault} onRemove={() => remove.mutate(fault.id)} />
          ))}
      </ul>
      {faults.length > most && (
        <p className="muted">
          This list shows the newest {most} of {figures(faults.length)} faults.
        </p>
      )}
    </>
  );
}

function FaultForm(props: { readonly control: FakeControl; readonly onClear: (() => void) | undefined }) {
  const { control, onClear } = props;
  const [operation, setOperation] = useState<OperationId | typeof everything>('listActivity');
  const [effect, setEffect] = useState('503 Service Unavailable');
  const add = useAction(async (form: HTMLFormElement) => {
    const match = matcherIn(form);
    const times = countIn(form);
    await control.addFault({
      ...effects[effect],
      operation: operation === everything ? operationIds : operation,
      ...(times !== undefined && { times }),
      ...(match !== undefined && { match }),
    });
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    add.mutate(event.currentTarget);
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Select
        label="Operation"
        options={[everything, ...operationIds].map((each) => [each] as const)}
        value={operation}
        onChange={setOperation}
      />
      <Select
        label="Effect"
        options={Object.keys(effects).map((each) => [each] as const)}
        value={effect}
        onChange={setEffect}
      />
      <Field label="Number of requests" name="times" inputMode="numeric" placeholder="all" />
      <MatcherFields />
      <div className="bar">
        <button type="submit">Inject fault</button>
        <button type="button" disabled={onClear === undefined} onClick={onClear}>
          Clear faults
        </button>
      </div>
      <ActionProblem error={add.error} />
    </form>
  );
}

/** @throws {ControlError} if the field contains anything other than a positive integer. */
function countIn(form: HTMLFormElement): number | undefined {
  const text = textIn(form, 'times');
  if (text === '') return undefined;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new ControlError(
    '“Number of requests” is invalid',
    `Received “${text}”. Expected a positive integer, or an empty field for all requests.`,
  );
}

function ListedFault({ fault, onRemove }: { readonly fault: Fault; readonly onRemove: () => void }) {
  const { id, operation, match, error } = fault;
  return (
    <li className={styles['fault']}>
      <div>
        <strong>
          <VisibleText text={operationText(operation)} most="cell" />
        </strong>
        : <VisibleText text={effectText(fault)} most="cell" />{' '}
        <span className="muted">{countText(fault)}</span>
        {match !== undefined && (
          <p>
            Only for <VisibleText text={matcherText(match)} most="cell" />
          </p>
        )}
        {error !== undefined && (
          <p className={styles['trouble']}>
            Error: <VisibleText text={error} most="cell" />
          </p>
        )}
      </div>
      <button type="button" aria-label={`Remove fault ${id}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
}

function operationText(operation: Fault['operation']): string {
  const all = [operation].flat();
  return all.length === operationIds.length ? everything : all.join(', ');
}

function countText({ used, times, after = 0 }: Fault): string {
  const of = times === undefined ? '' : ` of ${times}`;
  return `applied ${used}${of}${after === 0 ? '' : `, after ${after} other requests`}`;
}

/** Fields of a fault that do not describe its effect. */
const otherFields: ReadonlySet<string> = new Set<keyof Fault>([
  'id',
  'operation',
  'times',
  'after',
  'match',
  'seen',
  'used',
  'error',
]);

/** Returns the name of a fault's effect, or JSON if the effect is not in the list. */
function effectText(fault: Fault): string {
  const effect = Object.entries(fault).filter(([name]) => !otherFields.has(name));
  const text = JSON.stringify(Object.fromEntries(effect));
  return Object.entries(effects).find(([, known]) => JSON.stringify(known) === text)?.[0] ?? text;
}
