import { useId, type SubmitEvent } from 'react';
import { hrefOf } from '../route/route.ts';
import { CredentialFields } from './credential-fields.tsx';
import { credentialsFor, keepCredentials, parseHeaders, parseToken } from './credentials.ts';
import { serviceBehindPage } from './program.ts';
import './service-form.css';

/** Id of the popover with the form, which any button can open. */
export const serviceFormId = 'service-form';

/** Form for the service: address and credentials. Reloads the page, so that nothing of another service remains. */
export function ServiceForm({ service }: { readonly service: string | undefined }) {
  const id = useId();
  if (serviceBehindPage() !== undefined) {
    return (
      <p className="muted">
        The explorer was started for this service. For another one: <code>npx @mock-services/explorer</code>{' '}
        with its address.
      </p>
    );
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const address = fieldOf(form, 'service').value.trim();
    const token = readField(fieldOf(form, 'token'), parseToken);
    const headers = readField(fieldOf(form, 'headers'), parseHeaders);
    if (!form.reportValidity()) return;
    if (address !== '') keep(address, token, headers);
    location.assign(hrefOf({ service: address }));
  };
  return (
    <form className="service-form" onSubmit={submit} noValidate>
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

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldOf(form: HTMLFormElement, name: string): Field {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field;
  throw new TypeError(`The form has no field ${name}.`);
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
