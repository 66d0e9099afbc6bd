import { useConnection } from '../service/connection.ts';
import { ServiceForm } from '../service/service-form.tsx';
import { useReachable } from '../service/use-reachable.ts';
import { longest } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Reaching } from './reaching.tsx';

/** Which service the page talks to, whether it can be reached, and a way to another. */
export function ServicePicker({ service }: { readonly service: string | undefined }) {
  const { address, fake } = useConnection();
  const isReachable = useReachable();
  return (
    <>
      <details className="picker">
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
        <div className="picker-body">
          <ServiceForm service={service} />
        </div>
      </details>
      <Reaching isReachable={isReachable} />
    </>
  );
}
