import type { SubmitEvent } from 'react';
import { hrefOf } from '../route/route.tsx';
import { Command } from '../ui/controls.tsx';
import { Field, textIn } from '../ui/field.tsx';
import { serviceBehindPage } from './page-server.ts';
import { TokenForm } from './token-form.tsx';

export function ConnectForm({ service }: { readonly service: string | undefined }) {
  if (serviceBehindPage() === undefined)
    return (
      <>
        <AddressForm service={service} />
        {service !== undefined && <TokenForm canForget />}
      </>
    );
  return (
    <>
      <TokenForm canForget />
      <p className="muted">The explorer was started for this service. To use another one, run:</p>
      <Command text="npx @mock-services/explorer <service-url>" />
    </>
  );
}

/** Submitting the form reloads the page, so that no data of the previous service remains. */
export function AddressForm({ service }: { readonly service: string | undefined }) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    location.assign(hrefOf({ service: textIn(event.currentTarget, 'service') }));
  };
  return (
    <form className="form-stack" onSubmit={submit}>
      <Field
        label="Address of the service"
        name="service"
        defaultValue={service}
        pattern=" *https?://.+"
        title="Enter a URL that begins with https:// or http://"
        placeholder="https://mocks.example.com/api"
        hint="If you leave this field empty, the page uses a fake server with sample data."
      />
      <button type="submit" className="primary">
        Connect
      </button>
    </form>
  );
}
