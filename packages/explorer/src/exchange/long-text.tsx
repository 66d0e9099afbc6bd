import { useMemo, useState } from 'react';
import { figures, VisibleText, cutAt } from '../text/visible-text.tsx';
import styles from './exchange.module.css';

/** A text of any length: its start, and more on request. */
export function LongText({ text, slice = 8000 }: { readonly text: string; readonly slice?: number }) {
  const [count, setCount] = useState(1);
  const { slices, left } = useMemo(() => textSlices(text, slice, count), [text, slice, count]);
  return (
    <>
      {slices.map(({ start, text: part }) => (
        <VisibleText key={start} text={part} />
      ))}
      <More left={left} step={slice} unit="characters" onMore={() => setCount(count + 1)} />
    </>
  );
}

/**
 * The first slices of a text, with their offsets.
 *
 * @param length - Characters of a slice; one less where a surrogate pair would be torn.
 * @param count - How many slices.
 */
export function textSlices(text: string, length: number, count: number) {
  const slices: { readonly start: number; readonly text: string }[] = [];
  let start = 0;
  while (slices.length < count && start < text.length) {
    const rest = text.slice(start, start + length + 1);
    const part = rest.slice(0, cutAt(rest, length));
    slices.push({ start, text: part });
    start += part.length;
  }
  return { slices, left: text.length - start };
}

/** Shows the next slice of long content. */
export function More(props: {
  /** Number of units not shown yet. */
  readonly left: number;
  /** Maximum size of the next slice. */
  readonly step: number;
  /** Name of the units, in the plural. */
  readonly unit: string;
  readonly onMore: () => void;
}) {
  const { left, step, unit, onMore } = props;
  if (left <= 0) return null;
  return (
    <button type="button" className={styles['more']} onClick={onMore}>
      {left <= step
        ? `Show the last ${figures(left)} ${unit}`
        : `Show ${figures(step)} more of ${figures(left)} ${unit}`}
    </button>
  );
}
