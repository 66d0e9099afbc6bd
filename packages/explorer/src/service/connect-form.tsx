import { useId, useState, type SubmitEvent } from 'react';
import { hrefOf } from '../route/route.tsx';
import { credentialsFor, keepCredentials, parseHeaders, parseToken } from './credentials.ts';
import { serviceBehindPage } from './program.ts';
import { TokenForm, useIsTokenRejected } from './token-form.tsx';
import { Command } from '../states/advice.tsx';
import styles from './connect-form.module.css';

/** Id of the popover that contains the form. Any button can open the popover. */
export const connectFormId = 'connect-form';

/** Form for the URL and credentials of a service. Reloads the page, so that no data of the previous service remains. */
export function ConnectForm({ service }: { readonly service: string | undefined }) {
  const id = useId();
  if (serviceBehindPage() !== undefined) {
    return (
      <>
        <ProgramTokenForm />
        <p className="muted">
          The explorer was started for this service. To use another service, run:{' '}
          <Command text="npx @mock-services/explorer <service-url>" />
        </p>
      </>
    );
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = event.currentTarget.elements as Fields;
    const address = fields.service.value.trim();
    const token = readField(fields.token, parseToken);
    const headers = readField(fields.headers, parseHeaders);
    if (!event.currentTarget.reportValidity()) return;
    if (address !== '') keep(address, token, headers);
    location.assign(hrefOf({ service: address }));
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <label htmlFor={id}>Address of the service</label>
      <input
        id={id}
        name="service"
        defaultValue={service}
        placeholder="https://mocks.example.com/api"
        aria-describedby={`${id}d`}
        spellCheck={false}
      />
      <p id={`${id}d`} className="muted">
        If you leave this field empty, the page uses a fake server with sample data.
      </p>
      <CredentialFields service={service} />
      <button type="submit" className="primary">
        Connect
      </button>
    </form>
  );
}

function ProgramTokenForm() {
  return <TokenForm isRejected={useIsTokenRejected()} canForget />;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Form fields by name. */
type Fields = HTMLFormControlsCollection & Readonly<Record<'service' | 'token' | 'headers', Field>>;

/** Fields for the credentials of a service. Lists the names of stored credentials, but never shows their values. */
function CredentialFields({ service }: { readonly service: string | undefined }) {
  const id = useId();
  const [kept, setKept] = useState(() => (service === undefined ? undefined : credentialsFor(service)));
  const common = {
    autoComplete: 'off',
    'aria-describedby': `${id}d`,
    onInput: ({ currentTarget }: { readonly currentTarget: Field }) => currentTarget.setCustomValidity(''),
  };
  const names = [
    ...(kept?.token === undefined ? [] : ['the token']),
    ...Object.keys(kept?.headers ?? {}).map((name) => `the header ${name}`),
  ];
  const forget = (): void => {
    if (service !== undefined) keepCredentials(service, undefined);
    setKept(undefined);
    location.reload();
  };
  return (
    <>
      <label htmlFor={`${id}t`}>Token, if the service requires one</label>
      <input id={`${id}t`} name="token" type="password" {...common} />
      <label htmlFor={`${id}h`}>Headers, one “name: value” per line</label>
      <textarea
        id={`${id}h`}
        name="headers"
        className={styles['secret']}
        rows={2}
        spellCheck={false}
        {...common}
      />
      {names.length > 0 && (
        <p className={styles['kept']}>
          Stored for this address: {names.join(', ')}. Leave a field empty to keep its stored value.{' '}
          <button type="button" onClick={forget}>
            Forget
          </button>
        </p>
      )}
      <p id={`${id}d`} className="muted">
        This tab stores the token and headers until you close it, and sends them only to this address. The
        page’s URL, HAR files and cURL commands never contain them.
      </p>
    </>
  );
}

/** Parses the value of a field. If the value is invalid, sets an error that the browser shows next to the field. */
function readField<Value>(field: Field, parse: (text: string) => Value): Value | undefined {
  try {
    field.setCustomValidity('');
    return parse(field.value);
  } catch (error) {
    field.setCustomValidity(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Stores the entered credentials. Keeps the stored value of each field that is empty. */
function keep(service: string, token?: string, headers: Readonly<Record<string, string>> = {}): void {
  const kept = credentialsFor(service);
  const next = {
    token: token ?? kept?.token,
    headers: Object.keys(headers).length > 0 ? headers : kept?.headers,
  };
  if (next.token !== undefined || next.headers !== undefined) keepCredentials(service, next);
}
