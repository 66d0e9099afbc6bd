import { memo } from 'react';
import type { Zone } from '../time/zone.ts';
import { columns, nextOrder } from './columns.ts';

/** The header of the table. Its buttons sort. */
export const Head = memo(function Head(props: {
  readonly height: number;
  readonly zone: Zone;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
}) {
  const { height, zone, order, onOrder } = props;
  return (
    <div role="row" aria-rowindex={1} className="activity-head" style={{ height }}>
      {columns.map(({ key, name }) => {
        const direction = order === key ? 'ascending' : order === `-${key}` ? 'descending' : 'none';
        return (
          <span key={key} role="columnheader" className={`activity-${key}`} aria-sort={direction}>
            <button type="button" onClick={() => onOrder(nextOrder(key, order))}>
              {key === 'time' ? `${name} (${zone})` : name}
            </button>
          </span>
        );
      })}
    </div>
  );
});
