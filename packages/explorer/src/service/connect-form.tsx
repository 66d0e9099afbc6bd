import { readBaseUrl } from '@mock-services/sdk/seed';
import { useState, type SubmitEvent } from 'react';
import { hrefOf } from '../route/route.tsx';
import { Command } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { credentialsFor, keepCredentials, parseHeaders, parseToken } from './credentials.ts';
import { serviceBehindPage } from './page-server.ts';
import { TokenForm } from './token-form.tsx';

/** Submitting reloads the page, so that no data of the previous service remains. */
export function ConnectForm({ service }: { readonly service: string | undefined }) {
  if (serviceBehindPage() === undefined) return <DirectForm service={service} />;
  return (
    <>
      <TokenForm canForget />
      <p className="muted">The explorer was started for this service. To use another one, run:</p>
      <Command text="npx @mock-services/explorer <service-url>" />
    </>
  );
}

type FieldElement = HTMLInputElement | HTMLTextAreaElement;

type Fields = HTMLFormControlsCollection & Readonly<Record<'service' | 'token' | 'headers', FieldElement>>;

function DirectForm({ service }: { readonly service: string | undefined }) {
  const [kept, setKept] = useState(() => (service === undefined ? undefined : credentialsFor(service)));
  const names = [
    ...(kept?.token === undefined ? [] : ['the token']),
    ...Object.keys(kept?.headers ?? {}).map((name) => `the header ${name}`),
  ];
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = event.currentTarget.elements as Fields;
    const address = fields.service.value.trim();
    const read = address === '' ? undefined : readBaseUrl(address);
    fields.service.setCustomValidity(typeof read === 'string' ? `The address ${read}` : '');
    const token = readField(fields.token, parseToken);
    const headers = readField(fields.headers, parseHeaders);
    if (!event.currentTarget.reportValidity()) return;
    if (address !== '') keep(address, token, headers);
    location.assign(hrefOf({ service: address }));
  };
  const onInput = ({ currentTarget }: { readonly currentTarget: FieldElement }) =>
    currentTarget.setCustomValidity('');
  return (
    <form className="form-stack" onSubmit={submit} noValidate>
      <Field
        label="Address of the service"
        name="service"
        defaultValue={service}
        placeholder="https://mocks.example.com/api"
        hint="If you leave this field empty, the page uses a fake server with sample data."
        onInput={onInput}
      />
      <Field label="Token, if the service needs one" name="token" type="password" onInput={onInput} />
      <Field
        label="Headers, one “name: value” per line"
        name="headers"
        className="secret"
        rows={2}
        hint="This tab stores the token and headers until you close it, and sends them only to this address."
        onInput={onInput}
      />
      {names.length > 0 && (
        <p>
          Stored for this address: {names.join(', ')}. Leave a field empty to keep its stored value.{' '}
          <button
            type="button"
            className="small"
            onClick={() => {
              if (service !== undefined) keepCredentials(service, undefined);
              setKept(undefined);
              location.reload();
            }}
          >
            Forget
          </button>
        </p>
      )}
      <button type="submit" className="primary">
        Connect
      </button>
    </form>
  );
}

/** If the value is invalid, the browser shows the error next to the field. */
function readField<Value>(field: FieldElement, parse: (text: string) => Value): Value | undefined {
  try {
    field.setCustomValidity('');
    return parse(field.value);
  } catch (error) {
    field.setCustomValidity(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Keeps the stored value of each field that is empty. */
function keep(service: string, token?: string, headers: Readonly<Record<string, string>> = {}): void {
  const kept = credentialsFor(service);
  const next = {
    token: token ?? kept?.token,
    headers: Object.keys(headers).length > 0 ? headers : kept?.headers,
  };
  if (next.token !== undefined || next.headers !== undefined) keepCredentials(service, next);
}
