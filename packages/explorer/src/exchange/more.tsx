import './exchange.css';
import { figures } from '../text/visible-text.ts';

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
    <button type="button" className="more" onClick={onMore}>
      {left <= step
        ? `Show the last ${figures(left)} ${unit}`
        : `Show ${figures(step)} more of ${figures(left)} ${unit}`}
    </button>
  );
}
