import { useId, useState, type SubmitEvent } from 'react';
import { hrefOf } from '../route/route.tsx';
import { credentialsFor, keepCredentials, parseHeaders, parseToken } from './credentials.ts';
import { serviceBehindPage } from './program.ts';
import { TokenForm, useIsTokenRejected } from './token-form.tsx';
import { Command } from '../states/advice.tsx';
import styles from './connect-form.module.css';

/** Id of the popover with the form, which any button can open. */
export const connectFormId = 'connect-form';

/** Form for the service: address and credentials. Reloads the page, so that nothing of another service remains. */
export function ConnectForm({ service }: { readonly service: string | undefined }) {
  const id = useId();
  if (serviceBehindPage() !== undefined) {
    return (
      <>
        <ProgramTokenForm />
        <p className="muted">
          The explorer was started for this service. For another service, start it again:{' '}
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
        Left empty, a fake server in this page plays the service.
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

/** The fields of the form, by their names. */
type Fields = HTMLFormControlsCollection & Readonly<Record<'service' | 'token' | 'headers', Field>>;

/** Fields for the credentials of a service. What is kept is named, never shown. */
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
      <label htmlFor={`${id}t`}>Token, if it wants one</label>
      <input id={`${id}t`} name="token" type="password" {...common} />
      <label htmlFor={`${id}h`}>Headers, one “name: value” to a line</label>
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
          Kept for this address: {names.join(', ')}. Fields left empty keep them.{' '}
          <button type="button" onClick={forget}>
            Forget
          </button>
        </p>
      )}
      <p id={`${id}d`} className="muted">
        Both stay in this tab until it is closed, also over a reload, and are sent to this address alone. They
        are never in the page’s address, a HAR file or a cURL command.
      </p>
    </>
  );
}

/** The value of a field. A problem is reported by the browser, beside the field. */
function readField<Value>(field: Field, parse: (text: string) => Value): Value | undefined {
  try {
    field.setCustomValidity('');
    return parse(field.value);
  } catch (error) {
    field.setCustomValidity(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** What is not entered stays as it is kept for the address. */
function keep(service: string, token?: string, headers: Readonly<Record<string, string>> = {}): void {
  const kept = credentialsFor(service);
  const next = {
    token: token ?? kept?.token,
    headers: Object.keys(headers).length > 0 ? headers : kept?.headers,
  };
  if (next.token !== undefined || next.headers !== undefined) keepCredentials(service, next);
}
