import { useMemo, useState } from 'react';
import { figures, VisibleText, cutAt } from '../../text/visible-text.tsx';
import styles from './exchange.module.css';

/** Shows the start of a string, and a button that shows more of it. */
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
 * Returns the first slices of a string with their offsets.
 *
 * @param length - Length of a slice. A slice is one character shorter if its end would split a surrogate pair.
 * @param count - Maximum number of slices.
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

/** Button that shows the next slice of long content. */
export function More(props: {
  /** Number of units that are not shown yet. */
  readonly left: number;
  /** Maximum size of the next slice. */
  readonly step: number;
  /** Plural name of the units, such as `bytes`. */
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
