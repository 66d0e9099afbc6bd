import type { SubmitEvent } from 'react';
import { timeOfWall, timeText, useZone } from '../ui/time.tsx';
import { useClock } from '../service/connection.ts';
import { Field, textIn } from '../ui/field.tsx';
import { ActionProblem, useAction } from './action.tsx';
import type { FakeControl } from './detect.ts';
import styles from './fake.module.css';

const steps = [
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['7d', '7 days'],
] as const;

export function Clock({ control }: { readonly control: FakeControl }) {
  const zone = useZone();
  const clock = useClock(1000);
  const advance = useAction(control.clock.advance);
  const change = useAction(control.clock.set);
  const set = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const time = timeOfWall(textIn(event.currentTarget, 'time'), zone);
    change.mutate(time);
  };
  return (
    <>
      <p className="mono">{clock.data === undefined ? '…' : timeText(clock.data.time, zone)}</p>
      <div className="bar">
        {steps.map(([step, name]) => (
          <button
            key={step}
            type="button"
            className="small"
            aria-label={`Advance the clock by ${name}`}
            onClick={() => advance.mutate(step)}
          >
            +{name}
          </button>
        ))}
      </div>
      <form className={styles['inline']} onSubmit={set}>
        <Field
          label={`Set to (${zone === 'UTC' ? zone : 'local time'})`}
          name="time"
          type="datetime-local"
          step="1"
          max="9999-12-31T23:59:59"
          required
        />
        <button type="submit">Set the clock</button>
      </form>
      <ActionProblem error={advance.error ?? change.error ?? clock.error} />
    </>
  );
}
