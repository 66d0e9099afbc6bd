import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { fakeKeys, useConnection } from './connection.ts';
import { bareToken } from './credentials.ts';
import { serviceBehindPage } from './page-server.ts';

/** Form for a token. The program or this tab stores the token and sends it with each request. */
export function TokenForm(props: {
  readonly isRejected?: boolean;
  /** Whether to show a button that removes the entered token. */
  readonly canForget?: boolean;
}) {
  const { isRejected = false, canForget = isRejected } = props;
  const id = useId();
  const cache = useQueryClient();
  const { setToken } = useConnection();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isProblem: boolean }>();
  const send = async (token: string): Promise<void> => {
    setBusy(true);
    setOutcome(undefined);
    const problem = await setToken(token);
    if (problem === undefined) {
      // Cancel reads that are in progress, because they were sent without the token.
      await cache.cancelQueries();
      // Try again to detect a fake server, because the detection may require the token.
      await cache.invalidateQueries({ queryKey: fakeKeys.control, exact: true, refetchType: 'all' });
      await cache.invalidateQueries();
    }
    const done = token === '' ? 'The token was removed.' : 'The token is in use.';
    setOutcome({ text: problem ?? done, isProblem: problem !== undefined });
    setBusy(false);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get('token');
    event.currentTarget.reset();
    void send(bareToken(typeof token === 'string' ? token : ''));
  };
  const rejection = isRejected && !isBusy ? 'It may be mistyped or have expired. Enter another token.' : '';
  return (
    <form className="form-stack" onSubmit={submit} noValidate>
      <label htmlFor={id}>Token for the service</label>
      <span className="bar">
        <input
          id={id}
          name="token"
          type="password"
          autoComplete="off"
          aria-invalid={outcome?.isProblem === true || rejection !== ''}
          aria-describedby={`${id}p ${id}d`}
        />
        <button type="submit" className="primary" disabled={isBusy}>
          {isBusy ? 'Trying…' : 'Use token'}
        </button>
        {canForget && (
          <button type="button" disabled={isBusy} onClick={() => void send('')}>
            Remove token
          </button>
        )}
      </span>
      <p id={`${id}p`} role="status" className={outcome?.isProblem || rejection ? 'error' : undefined}>
        {outcome?.isProblem ? outcome.text : rejection || outcome?.text}
      </p>
      <p id={`${id}d`} className="muted">
        {serviceBehindPage() === undefined
          ? 'This tab keeps the token until you close it, and sends it only to this service.'
          : 'The program that serves this page keeps the token in memory until it stops, and sends it only to this service.'}
      </p>
    </form>
  );
}
