import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react';
import { Advice } from '../states/advice.tsx';
import { useConnection } from './connection.ts';
import { bareToken } from './credentials.ts';
import { isTokenRejected, sendToken } from './program.ts';
import styles from './token-form.module.css';

/** Form that sends a token to the program. The program stores the token in memory, and the page does not store it. */
export function TokenForm(props: {
  /** Whether the service rejected the entered token. */
  readonly isRejected: boolean;
  /** Whether to show a button that removes the entered token. */
  readonly canForget?: boolean;
}) {
  const { isRejected, canForget = isRejected } = props;
  const id = useId();
  const cache = useQueryClient();
  const { fake, detectFake } = useConnection();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState('');
  const send = async (token: string): Promise<void> => {
    setBusy(true);
    setOutcome('');
    const next = await sendToken(token);
    setProblem(next);
    if (next === undefined) {
      // A fake server with a required token can be detected only after the token is set.
      if (token !== '' && fake === undefined) void detectFake();
      // A first read that is still in progress would otherwise finish without the token.
      await cache.cancelQueries();
      await cache.invalidateQueries();
      setOutcome(token === '' ? 'The token was removed.' : 'The token is in use.');
    }
    setBusy(false);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const token = bareToken(field.current?.value ?? '');
    event.currentTarget.reset();
    void send(token);
  };
  const shown = isBusy ? undefined : (problem ?? (isRejected ? rejected : undefined));
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <label htmlFor={id}>Token for the service</label>
      <span className="bar">
        <input
          id={id}
          ref={field}
          type="password"
          autoComplete="off"
          aria-invalid={shown !== undefined}
          aria-describedby={`${id}p ${id}d`}
        />
        <button type="submit" className="primary" disabled={isBusy}>
          {isBusy ? 'Trying…' : 'Use token'}
        </button>
        {canForget && (
          <button type="button" disabled={isBusy} onClick={() => void send('')}>
            Forget
          </button>
        )}
      </span>
      <p id={`${id}p`} role="status" className={styles['outcome']}>
        {shown === undefined ? (
          outcome
        ) : (
          <span className={styles['problem']}>
            <Advice text={shown} />
          </span>
        )}
      </p>
      <p id={`${id}d`} className="muted">
        The program that serves this page keeps the token in memory until the program stops, and sends it to
        the service. The page does not store the token.
      </p>
    </form>
  );
}

const rejected = 'The service rejected the token. It may be mistyped or have expired.';

/** Whether the service rejected the entered token when the page last requested the data that the page shows. */
export function useIsTokenRejected(): boolean {
  const queries = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => queries.subscribe(listener),
    () => queries.findAll({ type: 'active' }).some(({ state }) => isTokenRejected(state.error)),
  );
}
