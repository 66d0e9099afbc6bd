import { useEffect, useId, useRef } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { Exchange } from './exchange/exchange.tsx';
import { updateRoute } from '../route/route.tsx';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import styles from './activity.module.css';

interface Props {
  readonly entry: ActivityEntry;
  /** The exchange to compare with, if any. */
  readonly other: ActivityEntry | undefined;
}

/** Shows the selected exchange. On a narrow page, the inspector covers the table and receives the focus. */
export function Inspector({ entry, other }: Props) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (box.current !== null && getComputedStyle(box.current).position === 'fixed') heading.current?.focus();
  }, []);
  useEffect(() => {
    box.current?.scrollTo(0, 0);
  }, [entry.id]);
  const isChoosing = other?.id === entry.id;
  const close = (): void => {
    updateRoute({ entry: undefined, ...(!isChoosing && { compare: undefined }) });
    // Return the focus to the selected row.
    document.querySelector<HTMLElement>('[role=row][aria-selected=true]')?.focus();
  };
  return (
    <section ref={box} className={styles['inspector']} aria-labelledby={id}>
      <div
        role="presentation"
        onKeyDown={({ key }) => {
          if (key === 'Escape') close();
        }}
      >
        <div className={styles['inspector-head']}>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {other === undefined || isChoosing ? 'Exchange' : 'Two exchanges'}
          </h2>
          <div>
            {other === undefined ? (
              <button type="button" className="quiet" onClick={() => updateRoute({ compare: entry.id })}>
                Compare…
              </button>
            ) : (
              <button type="button" className="quiet" onClick={() => updateRoute({ compare: undefined })}>
                End comparison
              </button>
            )}
            <button type="button" className="quiet" onClick={close}>
              Close
            </button>
          </div>
        </div>
        {isChoosing && <p role="status">Select another exchange to compare with this one.</p>}
        <ErrorBoundary key={entry.id}>
          {other === undefined || isChoosing ? (
            <Exchange entry={entry} />
          ) : (
            <div className={styles['inspector-two']}>
              <Exchange entry={other} other={entry} name="first" />
              <Exchange entry={entry} other={other} name="second" />
            </div>
          )}
        </ErrorBoundary>
      </div>
    </section>
  );
}
