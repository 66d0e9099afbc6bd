import { lazy, useEffect, useId, useRef } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { updateRoute } from '../route/navigation.ts';
import { OnDemand } from '../states/on-demand.tsx';
import { Skeleton } from '../states/skeleton.tsx';

const Exchange = lazy(async () => ({ default: (await import('../exchange/index.ts')).Exchange }));

/** The selected exchange. On a narrow page it covers the table and takes the focus. */
export function Inspector({ entry }: { readonly entry: ActivityEntry }) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (box.current !== null && getComputedStyle(box.current).position === 'fixed') heading.current?.focus();
  }, []);
  const close = (): void => {
    updateRoute({ entry: undefined });
    // Return the focus to the row that opened it.
    document.querySelector<HTMLElement>('.log-table [aria-selected=true]')?.focus();
  };
  return (
    <section
      ref={box}
      className="inspector"
      aria-labelledby={id}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <div className="inspector-head">
        <h2 ref={heading} id={id} tabIndex={-1}>
          Exchange
        </h2>
        <button type="button" className="quiet" onClick={close}>
          Close
        </button>
      </div>
      <OnDemand fallback={<Skeleton label="Opening the exchange" />}>
        <Exchange entry={entry} />
      </OnDemand>
    </section>
  );
}
