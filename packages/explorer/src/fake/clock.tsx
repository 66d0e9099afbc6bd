import type { SubmitEvent } from 'react';
import { useFakeClock } from '../service/connection.ts';
import { timeOfWall, timeText, useZone } from '../time/time.tsx';
import { ActionProblem, Field, textIn, useAction } from './action.tsx';
import type { ClockChange, FakeControl } from './control.ts';
import styles from './fake-panel.module.css';

const steps = [
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['7d', '7 days'],
] as const;

/** Interval between reads of the clock, in milliseconds. */
const interval = 1000;

/** Shows the fake server's clock, and lets the user advance or set it. */
export function Clock({ control, isShown }: { readonly control: FakeControl; readonly isShown: boolean }) {
  const zone = useZone();
  const clock = useFakeClock(interval, isShown);
  const change = useAction((by: ClockChange) => control.changeClock(by));
  const set = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const time = timeOfWall(textIn(event.currentTarget, 'time'), zone);
    change.mutate({ set: new Date(time).toISOString() });
  };
  const time = clock.data?.time;
  return (
    <>
      <p className="mono">{time === undefined ? '…' : timeText(time, zone)}</p>
      <div className="bar">
        {steps.map(([advance, name]) => (
          <button
            key={advance}
            type="button"
            aria-label={`Advance the clock by ${name}`}
            onClick={() => change.mutate({ advance })}
          >
            +{name}
          </button>
        ))}
      </div>
      <form className={styles['form']} onSubmit={set}>
        <Field
          label={`Set to (${zone === 'UTC' ? zone : 'local time'})`}
          name="time"
          type="datetime-local"
          step="1"
          max="9999-12-31T23:59:59"
          required
        />
        <div className="bar">
          <button type="submit">Set the clock</button>
        </div>
      </form>
      <ActionProblem error={change.error ?? clock.error} />
    </>
  );
}
