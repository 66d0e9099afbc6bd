import { useConnection, useReachable } from '../service/connection.ts';
import { ServiceForm, serviceFormId } from '../service/service-form.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Reaching } from './reaching.tsx';

/** The service of the page, whether it is reachable, and a form for another one and for credentials. */
export function ServicePicker({ service }: { readonly service: string | undefined }) {
  const { address, fake } = useConnection();
  const isReachable = useReachable();
  return (
    <>
      <button type="button" className="picker" popoverTarget={serviceFormId}>
        <span
          className="dot"
          data-fake={fake !== undefined}
          data-reachable={isReachable ?? 'unknown'}
          aria-hidden="true"
        />
        <span className="visually-hidden">Service: </span>
        <span className="picker-address">
          <VisibleText text={fake === undefined ? address : 'Demo'} most="name" />
        </span>
        {isReachable === false && <span className="picker-trouble">Not reachable</span>}
      </button>
      <div id={serviceFormId} popover="auto" className="picker-body">
        <ServiceForm service={service} />
      </div>
      <Reaching isReachable={isReachable} />
    </>
  );
}
