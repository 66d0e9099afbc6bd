import { type SubmitEvent, useState } from 'react';
import { rangeBetween, type TimeRange } from './time-range.ts';

/** The ends of a range as fields, applied together: nothing changes while a time is half typed. */
export function RangeForm(props: {
  readonly range: TimeRange;
  readonly onRange: (range: TimeRange) => void;
}) {
  const { range, onRange } = props;
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const at = (name: string) => {
      const time = fields.get(name);
      return Date.parse(`${typeof time === 'string' ? time : ''}Z`);
    };
    const [since, until] = [at('since'), at('until')];
    const isRange = since < until;
    setProblem(isRange ? undefined : 'The start must be before the end.');
    if (isRange) onRange(rangeBetween(since, until));
  };
  return (
    // The fields are reset with each range.
    <form key={`${range.since} ${range.until}`} className="chart-range-form" onSubmit={submit} noValidate>
      <label>
        From (UTC)
        <input type="datetime-local" name="since" step={0.001} defaultValue={range.since.slice(0, -1)} />
      </label>
      <label>
        To (UTC)
        <input type="datetime-local" name="until" step={0.001} defaultValue={range.until.slice(0, -1)} />
      </label>
      <button type="submit">Apply</button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </form>
  );
}
