import { type SubmitEvent, useState } from 'react';
import { timeOfWall, wallTime, useZone } from '../../time/time.tsx';
import { rangeBetween, type TimeRange } from './time-range.ts';
import styles from './charts.module.css';

const presets = [
  { name: 'Last minute', length: 60_000 },
  { name: 'Last 5 minutes', length: 300_000 },
  { name: 'Last hour', length: 3_600_000 },
] as const;

interface Props {
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange) => void;
  /** Times of the first and last entry, as Unix times in milliseconds. */
  readonly extent: readonly [first: number, last: number];
}

/**
 * Lets keyboard users set a time range. The user enters the start and end of the range, or selects the last minutes of the
 * log.
 */
export function RangeControls({ range, onRange, extent: [first, last] }: Props) {
  return (
    <details className={styles['range']}>
      <summary>{range === undefined ? 'Select a time range' : 'Change the range'}</summary>
      <div className={styles['range-set']}>
        <RangeForm range={range ?? rangeBetween(first, last)} onRange={onRange} />
        {presets.map(({ name, length }) => (
          <button key={name} type="button" onClick={() => onRange(rangeBetween(last - length, last))}>
            {name}
          </button>
        ))}
      </div>
    </details>
  );
}

/** Form for the start and end of a range. The range changes only when the user submits the form. */
function RangeForm({ range, onRange }: { readonly range: TimeRange; readonly onRange: Props['onRange'] }) {
  const zone = useZone();
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const at = (name: string) => {
      const time = fields.get(name);
      return timeOfWall(typeof time === 'string' ? time : '', zone);
    };
    const [since, until] = [at('since'), at('until')];
    const isRange = since < until;
    setProblem(isRange ? undefined : 'The start must be before the end.');
    if (isRange) onRange(rangeBetween(since, until));
  };
  return (
    // The key resets the fields when the range or the time zone changes.
    <form
      key={`${range.since} ${range.until} ${zone}`}
      className={styles['range-form']}
      onSubmit={submit}
      noValidate
    >
      {(['since', 'until'] as const).map((end) => (
        <label key={end}>
          {end === 'since' ? 'From' : 'To'} ({zone})
          <input
            type="datetime-local"
            name={end}
            step={0.001}
            defaultValue={wallTime(Date.parse(range[end]), zone)}
          />
        </label>
      ))}
      <button type="submit">Apply</button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </form>
  );
}
