import { rangeBetween, type TimeRange } from './time-range.ts';

const presets = [
  { name: 'Last minute', length: 60_000 },
  { name: 'Last 5 minutes', length: 300_000 },
  { name: 'Last hour', length: 3_600_000 },
] as const;

/** Sets a range of time by keyboard: by its ends, in UTC, or from the last entry backwards. */
export function RangeControls(props: {
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
  readonly extent: readonly [first: number, last: number];
}) {
  const { range, onRange, extent } = props;
  const [first, last] = extent;
  // An end is not included, so what comes last is within a range that ends after it.
  const all = rangeBetween(first, last + 1);
  const { since, until } = range ?? all;
  const set = (one: string, other: string) => {
    const [from, to] = [Date.parse(one), Date.parse(other)];
    if (from < to) onRange(rangeBetween(from, to));
  };
  return (
    <div className="chart-range">
      {range !== undefined && (
        <p className="chart-range-now" role="status">
          <span>
            {words(since)} to {words(until)} UTC
          </span>
          <button type="button" className="more" onClick={() => onRange(undefined)}>
            Clear the range
          </button>
        </p>
      )}
      <details>
        <summary>{range === undefined ? 'Select a range of time' : 'Change the range'}</summary>
        <div className="chart-range-set">
          <TimeInput name="From (UTC)" value={since} onTime={(time) => set(time, until)} />
          <TimeInput name="To (UTC)" value={until} onTime={(time) => set(since, time)} />
          {presets.map(({ name, length }) => (
            <button
              key={name}
              type="button"
              onClick={() => onRange(rangeBetween(last + 1 - length, last + 1))}
            >
              {name}
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}

function TimeInput(props: {
  readonly name: string;
  readonly value: string;
  readonly onTime: (time: string) => void;
}) {
  const { name, value, onTime } = props;
  return (
    <label>
      {name}
      <input
        type="datetime-local"
        step={0.001}
        value={value.slice(0, -1)}
        onChange={({ target }) => {
          // Half of a time is none.
          if (target.value !== '') onTime(`${target.value}Z`);
        }}
      />
    </label>
  );
}

function words(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
