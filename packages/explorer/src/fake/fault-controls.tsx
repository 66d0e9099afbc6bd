import { useId, useState } from 'react';
import type { FakeServer, FaultOptions } from '@mock-services/fake-server/core';
import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import { Select } from '../select/select.tsx';

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

/** Adds and clears faults. */
export function FaultControls(props: { readonly fake: FakeServer; readonly onChange: () => void }) {
  const { fake, onChange } = props;
  const id = useId();
  const [operation, setOperation] = useState<OperationId | typeof everything>('listActivity');
  const [effect, setEffect] = useState('503 Service Unavailable');
  const [times, setTimes] = useState('');
  const add = (): void => {
    const count = Number(times);
    fake.faults.add({
      ...effects[effect],
      operation: operation === everything ? operationIds : operation,
      ...(times !== '' && Number.isInteger(count) && count > 0 && { times: count }),
    });
    onChange();
  };
  const faults = fake.faults.list();
  return (
    <fieldset>
      <legend>Faults</legend>
      <Select
        label="Operation"
        options={[everything, ...operationIds].map((each) => [each] as const)}
        value={operation}
        onChange={setOperation}
      />
      <Select
        label="What goes wrong"
        options={Object.keys(effects).map((each) => [each] as const)}
        value={effect}
        onChange={setEffect}
      />
      <label htmlFor={id}>How often</label>
      <input
        id={id}
        inputMode="numeric"
        value={times}
        placeholder="each time"
        onChange={({ currentTarget }) => setTimes(currentTarget.value)}
      />
      <div className="panel-buttons bar">
        <button type="button" onClick={add}>
          Inject fault
        </button>
        <button
          type="button"
          disabled={faults.length === 0}
          onClick={() => {
            fake.faults.clear();
            onChange();
          }}
        >
          Clear faults
        </button>
      </div>
      <ul className="fault-list" aria-label="Active faults">
        {faults.map((fault) => (
          <li key={fault.id}>
            <strong>{typeof fault.operation === 'string' ? fault.operation : everything}</strong>:{' '}
            {effectOf(fault)}{' '}
            <span className="muted">
              struck {fault.used}
              {fault.times === undefined ? '' : ` of ${fault.times}`}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The name of a fault's effect. */
function effectOf(fault: FaultOptions): string {
  const found = Object.entries(effects).find(([, effect]) =>
    Object.entries(effect).every(
      ([key, value]) => JSON.stringify(Reflect.get(fault, key)) === JSON.stringify(value),
    ),
  );
  return found?.[0] ?? 'another fault';
}
