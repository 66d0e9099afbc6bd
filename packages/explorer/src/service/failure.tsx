import { useEffect, useState, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, switchView, useRoute } from '../route/route.tsx';
import { Command } from '../ui/controls.tsx';
import { VisibleText } from '../ui/text.tsx';
import { describeError } from './describe-error.ts';
import { TokenForm } from './token-form.tsx';

function Failure(props: {
  readonly error: unknown;
  readonly isAboveData: boolean;
  readonly onRetry: () => void;
  readonly busy: boolean;
}) {
  const { error, isAboveData, onRetry, busy } = props;
  const { route } = useRoute();
  const { title, message, hint, command, needsToken = false, back } = describeError(error);
  const isRetryFirst = !needsToken && back === undefined && !isAboveData;
  return (
    <section className={isAboveData ? 'notice bar' : 'state stack failure'} role="alert">
      {isAboveData ? (
        <p>
          <strong>{title}.</strong> The data may be outdated. {hint}
        </p>
      ) : (
        <h2>{title}</h2>
      )}
      {needsToken && <TokenForm />}
      {!isAboveData && hint !== undefined && <p className="muted">{hint}</p>}
      {command !== undefined && <Command text={command} />}
      {!isAboveData && message !== '' && (
        <pre className="message">
          <VisibleText text={message} most="message" />
        </pre>
      )}
      <div className="bar">
        {back !== undefined && (
          <Link className="button primary" to={switchView(route, { view: back })}>
            {back === 'services' ? 'All mock services' : 'All workspaces'}
          </Link>
        )}
        <button type="button" className={isRetryFirst ? 'primary' : ''} onClick={onRetry} disabled={busy}>
          {busy ? 'Trying…' : 'Try again'}
        </button>
      </div>
    </section>
  );
}

export function Loaded<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly label: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { query, label, children } = props;
  const { data, error } = query;
  // Keep showing the last error while the query is read again, because the token field would disappear with its input.
  const [last, setLast] = useState<unknown>(null);
  useEffect(() => {
    if (error !== null || data !== undefined) setLast(error);
  }, [error, data]);
  const shown: unknown = error ?? (data === undefined ? last : null);
  return (
    <>
      {shown !== null && (
        <Failure
          error={shown}
          isAboveData={data !== undefined}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {data !== undefined ? children(data) : shown === null && <Skeleton label={label} />}
    </>
  );
}

export function Skeleton({ label }: { readonly label: string }) {
  return (
    <div className="skeleton" role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <section className="state stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
