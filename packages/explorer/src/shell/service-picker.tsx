import { useRef } from 'react';
import { useConnection } from '../service/connection.ts';
import { ServiceForm } from '../service/service-form.tsx';
import { useReachable } from '../service/use-reachable.ts';
import { longest } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Reaching } from './reaching.tsx';

/** The service of the page, whether it is reachable, and a form for another one. */
export function ServicePicker({ service }: { readonly service: string | undefined }) {
  const { address, fake } = useConnection();
  const isReachable = useReachable();
  const box = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (box.current !== null) box.current.open = false;
  };
  return (
    <>
      <details
        ref={box}
        className="picker"
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return;
          close();
          box.current?.querySelector('summary')?.focus();
        }}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget) === true)) close();
        }}
      >
        <summary>
          <span
            className="dot"
            data-fake={fake !== undefined}
            data-reachable={isReachable}
            aria-hidden="true"
          />
          <span className="visually-hidden">Service: </span>
          <span className="picker-address">
            <VisibleText text={fake === undefined ? address : 'Demo'} most={longest.name} />
          </span>
          {!isReachable && <span className="picker-trouble">Not reachable</span>}
        </summary>
        {/* Takes the focus of a click, so that one within it is none beside it. */}
        <div className="picker-body" tabIndex={-1}>
          <ServiceForm service={service} />
        </div>
      </details>
      <Reaching isReachable={isReachable} />
    </>
  );
}
