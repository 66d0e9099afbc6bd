import { RangeForm } from './range-form.tsx';
import { rangeBetween, type TimeRange } from './time-range.ts';

const presets = [
  { name: 'Last minute', length: 60_000 },
  { name: 'Last 5 minutes', length: 300_000 },
  { name: 'Last hour', length: 3_600_000 },
] as const;

/** Sets a time range by keyboard: by its ends, in UTC, or relative to the last entry. */
export function RangeControls(props: {
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
  readonly extent: readonly [first: number, last: number];
}) {
  const { range, onRange, extent } = props;
  // The end is exclusive, so a range that includes the last entry ends after it.
  const [first, end] = [extent[0], extent[1] + 1];
  return (
    <div className="chart-range">
      {range !== undefined && (
        <div className="chart-range-now">
          <span role="status">
            {words(range.since)} to {words(range.until)} UTC
          </span>
          <button type="button" onClick={() => onRange(undefined)}>
            Clear the range
          </button>
        </div>
      )}
      <details>
        <summary>{range === undefined ? 'Select a time range' : 'Change the range'}</summary>
        <div className="chart-range-set">
          <RangeForm range={range ?? rangeBetween(first, end)} onRange={onRange} />
          {presets.map(({ name, length }) => (
            <button key={name} type="button" onClick={() => onRange(rangeBetween(end - length, end))}>
              {name}
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}

function words(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
