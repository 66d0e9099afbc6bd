import './more.css';

const figures = new Intl.NumberFormat('en');

/** Goes on with something that is shown in slices. */
export function More(props: {
  /** How many are not shown yet. */
  readonly left: number;
  /** How many the next slice has at most. */
  readonly step: number;
  /** What is counted, in the plural. */
  readonly unit: string;
  readonly onMore: () => void;
}) {
  const { left, step, unit, onMore } = props;
  if (left <= 0) return null;
  return (
    <button type="button" className="more" onClick={onMore}>
      {left <= step
        ? `Show the last ${figures.format(left)} ${unit}`
        : `Show ${figures.format(step)} more of ${figures.format(left)} ${unit}`}
    </button>
  );
}
