import { useId, useState } from 'react';
import { credentialsFor, keepCredentials } from './credentials.ts';

/** Fields for the credentials of a service. What is kept is named, never shown. */
export function CredentialFields({ service }: { readonly service: string | undefined }) {
  const id = useId();
  const [kept, setKept] = useState(() => (service === undefined ? undefined : credentialsFor(service)));
  const valid = (event: { readonly currentTarget: { setCustomValidity: (problem: string) => void } }): void =>
    event.currentTarget.setCustomValidity('');
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
      <input
        id={`${id}t`}
        name="token"
        type="password"
        autoComplete="off"
        aria-describedby={`${id}d`}
        onInput={valid}
      />
      <label htmlFor={`${id}h`}>Headers, one “name: value” to a line</label>
      <textarea
        id={`${id}h`}
        name="headers"
        className="secret"
        rows={2}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}d`}
        onInput={valid}
      />
      {names.length > 0 && (
        <p className="kept">
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
