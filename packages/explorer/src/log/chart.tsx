import { memo, useMemo, useState, type PointerEvent } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { statusKindNames, statusKinds } from '../ui/status.tsx';
import { counted, figures } from '../ui/text.tsx';
import { timeText, toWall, useZone, wallTime, type Zone } from '../ui/time.tsx';
import { axisOf, bucketsOf, lengths, type Buckets } from './buckets.ts';
import styles from './log.module.css';

interface Props {
  /** All entries of the log, which determine the time axis. */
  readonly log: readonly ActivityEntry[];
  /** Entries to count, inside and outside the selected range. */
  readonly entries: readonly ActivityEntry[];
  /** Start and end of the selected range, as ISO 8601 timestamps in UTC. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly onRange: (since: string, until: string) => void;
}

export function Chart({ log, entries, since, until, onRange }: Props) {
  const axis = useMemo(() => axisOf(log), [log]);
  const buckets = useMemo(() => axis && bucketsOf(axis, entries), [axis, entries]);
  if (buckets === undefined) return null;
  return <Plot buckets={buckets} since={since} until={until} onRange={onRange} />;
}

/** Minimum length of a drag, as a share of the width. A shorter drag counts as a click. */
const leastDrag = 0.005;

type Span = readonly [from: number, to: number];

function Plot({
  buckets,
  since,
  until,
  onRange,
}: Omit<Props, 'log' | 'entries'> & { readonly buckets: Buckets }) {
  const zone = useZone();
  const [drag, setDrag] = useState<Span>();
  const [pointed, setPointed] = useState<number>();
  const { start, length, counts, most } = buckets;
  const whole = length * counts.length;
  const shareAt = (time: number): number => Math.min(1, Math.max(0, (time - start) / whole));
  const timeAt = (share: number): string => new Date(Math.round(start + share * whole)).toISOString();
  const chosen: Span | undefined =
    drag ??
    (since === undefined && until === undefined
      ? undefined
      : [shareAt(Date.parse(since ?? '') || 0), shareAt(Date.parse(until ?? '') || Infinity)]);
  const at = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const finish = (): void => {
    setDrag(undefined);
    if (drag === undefined) return;
    const [from, to] = drag.toSorted((one, other) => one - other) as [number, number];
    if (to - from > leastDrag) onRange(timeAt(from), timeAt(to));
  };
  const [from = 0, to = 0] = chosen?.toSorted((one, other) => one - other) ?? [];
  return (
    <section className={`surface ${styles['chart']}`} aria-label="Requests over time">
      <span aria-hidden="true">{figures(axisEnd(most))}</span>
      <div
        className={styles['plot']}
        role="img"
        aria-label={summaryOf(buckets, zone)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag([at(event), at(event)]);
        }}
        onPointerMove={(event) => {
          const share = at(event);
          setPointed(share);
          if (drag !== undefined) setDrag([drag[0], share]);
        }}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={() => setPointed(undefined)}
      >
        <Bars buckets={buckets} />
        {chosen !== undefined && <span style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />}
      </div>
      <div className={styles['axis']} aria-hidden="true">
        <Labels buckets={buckets} zone={zone} />
        <p>
          {drag !== undefined
            ? `${briefTime(start + from * whole, 1000, zone)} to ${briefTime(start + to * whole, 1000, zone)}`
            : pointed !== undefined && readoutOf(buckets, pointed, zone)}
        </p>
      </div>
    </section>
  );
}

const Bars = memo(function Bars({ buckets }: { readonly buckets: Buckets }) {
  const { counts, most } = buckets;
  const top = axisEnd(most);
  return (
    <svg viewBox={`0 0 ${counts.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((bucket, index) => {
        let sum = 0;
        return statusKinds.map((kind) => {
          const count = bucket[kind];
          sum += count;
          return (
            count > 0 && (
              <rect
                key={`${index} ${kind}`}
                className={kind}
                x={index + 0.06}
                y={top - sum}
                width={0.88}
                height={count}
              />
            )
          );
        });
      })}
    </svg>
  );
});

/** The value axis ends at 4 or higher, so that single requests look small. */
function axisEnd(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 4)));
  const end = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((step) => step * power >= most) ?? 10;
  return Math.max(4, Math.ceil(end * power));
}

const mostLabels = 8;

function Labels({ buckets, zone }: { readonly buckets: Buckets; readonly zone: Zone }) {
  const { start, length, counts } = buckets;
  const whole = length * counts.length;
  const step = lengths.find((each) => whole / each <= mostLabels) ?? whole / mostLabels;
  const shift = toWall(start, zone) - start;
  const first = Math.ceil((start + shift) / step) * step - shift;
  const between = Array.from({ length: mostLabels + 1 }, (_, index) => {
    const time = first + index * step;
    const share = (time - start) / whole;
    // Skip labels that would overlap the first or the last label.
    return (
      share > 0.2 &&
      share < 0.8 && (
        <span key={time} className={styles['between']} style={{ left: `${share * 100}%` }}>
          {briefTime(time, step, zone).slice(step < 43_200_000 ? 6 : 0)}
        </span>
      )
    );
  });
  return (
    <>
      <span>{briefTime(start, length, zone)}</span>
      {between}
      <span>{briefTime(start + whole, length, zone)}</span>
    </>
  );
}

/** The year is shown only if the time of day is not. */
function briefTime(time: number, length: number, zone: Zone): string {
  const text = wallTime(time, zone).replace('T', ' ');
  return length >= 86_400_000 ? text.slice(0, 10) : text.slice(5, length >= 60_000 ? 16 : 19);
}

function readoutOf({ start, length, counts }: Buckets, share: number, zone: Zone): string {
  const index = Math.min(counts.length - 1, Math.floor(share * counts.length));
  const bucket = counts[index];
  if (bucket === undefined) return '';
  const parts = statusKinds.filter((kind) => bucket[kind] > 0);
  const detail = parts.map((kind) => `${figures(bucket[kind])} ${statusKindNames[kind]}`).join(', ');
  return `${briefTime(start + index * length, 1000, zone)} · ${parts.length === 0 ? 'no requests' : detail}`;
}

function summaryOf({ start, length, counts, most, total }: Buckets, zone: Zone): string {
  const end = start + length * counts.length;
  return `${counted(total, 'request')} from ${timeText(start, zone)} to ${timeText(end, zone)}, at most ${figures(most)} in ${length / 1000} s`;
}
