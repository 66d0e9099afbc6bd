import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Field, textIn } from '../ui/field.tsx';
import { fakeKeys, useConnection, useServiceState } from './connection.ts';
import { serviceBehindPage } from './page-server.ts';

export function TokenForm({ canForget = false }: { readonly canForget?: boolean }) {
  const cache = useQueryClient();
  const { setToken } = useConnection();
  const isRefused = useServiceState() === 'token';
  const change = useMutation({
    mutationFn: async (token: string) => {
      await setToken(token);
      // Cancel reads that are in progress, because they were sent without the token.
      await cache.cancelQueries();
      // Try again to detect a fake server, because its admin endpoints may require the token.
      await cache.invalidateQueries({ queryKey: fakeKeys.control, exact: true, refetchType: 'all' });
      await cache.invalidateQueries();
    },
  });
  const { variables: token, isPending, isSuccess, error } = change;
  const isRejected = isSuccess && token !== '' && isRefused;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    change.mutate(textIn(event.currentTarget, 'token').replace(/^Bearer\s+/i, ''));
    event.currentTarget.reset();
  };
  return (
    <form className="form-stack" onSubmit={submit}>
      <Field
        label="Token for the service"
        name="token"
        type="password"
        error={
          isRejected ? 'The service rejected the token. It may be mistyped or have expired.' : error?.message
        }
        hint={
          serviceBehindPage() === undefined
            ? 'This tab keeps the token until you close it, and sends it only to this service.'
            : 'The program that serves this page keeps the token in memory until it stops, and sends it only to this service.'
        }
      />
      <span className="bar">
        <button type="submit" className="primary" disabled={isPending}>
          {isPending ? 'Trying…' : 'Use token'}
        </button>
        {canForget && (
          <button type="button" disabled={isPending} onClick={() => change.mutate('')}>
            Remove token
          </button>
        )}
        <span role="status">
          {isSuccess && !isRejected && (token === '' ? 'The token was removed.' : 'The token is in use.')}
        </span>
      </span>
    </form>
  );
}
