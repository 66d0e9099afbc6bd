import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Fault, FaultMatcher, FaultOptions } from '@mock-services/fake-server/core';
import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import { fakeKeys } from '../service/connection.ts';
import { headerLines } from '../service/credentials.ts';
import { Select } from '../ui/controls.tsx';
import { figures, VisibleText } from '../ui/text.tsx';
import { ActionProblem, Field, readJson, textIn, useAction } from './action.tsx';
import { ControlError, type FakeControl } from './control.ts';
import styles from './fake.module.css';

/** Ways in which a request can end. */
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

/** Maximum number of faults to list. */
const most = 100;

/** Lists the active faults, and lets the user add and remove faults. */
export function Faults({ control }: { readonly control: FakeControl }) {
  const { data: faults = [], error } = useQuery({
    queryKey: fakeKeys.faults,
    queryFn: control.faults,
    refetchInterval: 1000,
  });
  const remove = useAction((id: number | undefined) =>
    id === undefined ? control.clearFaults() : control.removeFault(id),
  );
  return (
    <>
      <FaultForm control={control} />
      <ActionProblem error={remove.error ?? error} />
      {faults.length > 0 && (
        <>
          <ul className={styles['list']} aria-label="Active faults">
            {faults
              .toReversed()
              .slice(0, most)
              .map((fault) => (
                <ListedFault key={fault.id} fault={fault} onRemove={() => remove.mutate(fault.id)} />
              ))}
          </ul>
          <div className="bar">
            <button type="button" className="small" onClick={() => remove.mutate(undefined)}>
              Remove all faults
            </button>
            {faults.length > most && (
              <p className="muted">
                Newest {most} of {figures(faults.length)}
              </p>
            )}
          </div>
        </>
      )}
    </>
  );
}

function FaultForm({ control }: { readonly control: FakeControl }) {
  const [operation, setOperation] = useState<OperationId | typeof everything>('listActivity');
  const [ending, setEnding] = useState<Ending>('status');
  const add = useAction(async (form: HTMLFormElement) => control.addFault(faultIn(form, operation, ending)));
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
        <span hidden={ending !== 'status'}>
          <Field label="Status" name="status" inputMode="numeric" defaultValue="503" />
        </span>
        <span>
          <Field label="Delay" name="delay" placeholder={ending === 'delay' ? 'such as 2s' : 'none'} />
        </span>
        <span>
          <Field label="Number of requests" name="times" inputMode="numeric" placeholder="all" />
        </span>
        {ending !== 'delay' && (
          <label className="check">
            <input type="checkbox" name="applied" />
            Apply the operation first
          </label>
        )}
      </div>
      <details>
        <summary>Only for some requests</summary>
        <Field label="Path, with its query" name="path" placeholder="as in the journal" />
        <Field label="Headers, one “name: value” per line" name="headers" rows={2} />
        <Field label="Body, as JSON" name="body" rows={2} placeholder='{"title": "Orders"}' />
      </details>
      <button type="submit" className="primary">
        Inject fault
      </button>
      <ActionProblem error={add.error} />
    </form>
  );
}

/** @throws {ControlError} if a field is invalid. */
function faultIn(
  form: HTMLFormElement,
  operation: OperationId | typeof everything,
  ending: Ending,
): FaultOptions {
  const delay = textIn(form, 'delay');
  if (ending === 'delay' && delay === '')
    throw new ControlError('The delay is missing', 'Enter a duration, such as 500ms or 2s.');
  const times = integerIn(form, 'times', 'The number of requests', 1, Number.MAX_SAFE_INTEGER);
  const match = matcherIn(form);
  return {
    operation: operation === everything ? operationIds : operation,
    ...(ending === 'status' && { status: integerIn(form, 'status', 'The status', 200, 599) ?? 503 }),
    ...(ending !== 'status' && ending !== 'delay' && { [ending]: true }),
    ...(delay !== '' && { delay: delay as NonNullable<FaultOptions['delay']> }),
    ...(textIn(form, 'applied') !== '' && { applied: true }),
    ...(times !== undefined && { times }),
    ...(match !== undefined && { match }),
  };
}

/** @throws {ControlError} if the field contains anything other than an integer within the limits. */
function integerIn(form: HTMLFormElement, name: string, title: string, least: number, most: number) {
  const text = textIn(form, name);
  if (text === '') return undefined;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= least && count <= most) return count;
  const limits =
    most === Number.MAX_SAFE_INTEGER ? 'a positive integer' : `an integer from ${least} to ${most}`;
  throw new ControlError(`${title} is invalid`, `Enter ${limits}.`);
}

/** Reads the matcher from the fields. Returns `undefined` if all fields are empty. */
function matcherIn(form: HTMLFormElement): Exclude<FaultMatcher, (...args: never) => unknown> | undefined {
  const path = textIn(form, 'path');
  const headers = headerLines(textIn(form, 'headers')).map(({ line, name, value }) => {
    if (name === '')
      throw new ControlError('A header has no name', `Received “${line}”. Enter “name: value”.`);
    return [name, value] as const;
  });
  const body = textIn(form, 'body');
  const match = {
    ...(path !== '' && { path }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(body !== '' && { body: readJson(body, 'The body to match') }),
  };
  return Object.keys(match).length > 0 ? match : undefined;
}

function ListedFault({ fault, onRemove }: { readonly fault: Fault; readonly onRemove: () => void }) {
  const { id, operation, match, error, used, times, after = 0 } = fault;
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
        <VisibleText text={effectText(fault)} most="cell" />
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

/** Describes the effect of a fault, such as `status 503, applied first`. */
function effectText(fault: Fault): string {
  return Object.entries(fault)
    .filter(([name]) => !otherFields.has(name))
    .map(([name, value]) => {
      if (name === 'applied') return 'applied first';
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return value === true ? (endings.find(([ending]) => ending === name)?.[1] ?? name) : `${name} ${text}`;
    })
    .join(', ');
}
