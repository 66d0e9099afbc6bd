import { useId, type SubmitEvent } from 'react';
import { hrefOf } from '../route/route.ts';
import { serviceBehindPage } from './program.ts';
import { StartedForOne } from './started-for-one.tsx';
import './service-form.css';

/** Form for the address of the service. Reloads the page, so that nothing of another service remains. */
export function ServiceForm({ service }: { readonly service: string | undefined }) {
  const id = useId();
  if (serviceBehindPage() !== undefined) return <StartedForOne />;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const address = new FormData(event.currentTarget).get('service');
    location.assign(hrefOf({ service: typeof address === 'string' ? address.trim() : undefined }));
  };
  return (
    <form className="service-form" onSubmit={submit}>
      <label htmlFor={id}>Address of the service</label>
      <div>
        <input
          id={id}
          name="service"
          defaultValue={service}
          placeholder="https://mocks.example.com/api"
          spellCheck={false}
        />
        <button type="submit" className="primary">
          Connect
        </button>
      </div>
      <p className="muted">Left empty, a fake server in this page plays the service.</p>
    </form>
  );
}
