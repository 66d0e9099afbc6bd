import { useRef, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Failure, StaleNotice } from './failure.tsx';
import styles from './states.module.css';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  /** Message for screen readers while the data is loading. */
  readonly label: string;
  /** Number of placeholder rows to show while the data is loading. */
  readonly rows?: number | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** Renders the data of a query. Shows a placeholder while the data is loading, and an error if the query failed. */
export function Loaded<Data>({ query, label, rows, children }: Props<Data>) {
  const { data, error } = query;
  // Keep showing the failure until the next read ends, so that the token field in the failure message keeps its input.
  const last = useRef<unknown>(null);
  if (error !== null || data !== undefined) last.current = error;
  // Read `isFetching` only after a failure, so that other reads cause no rendering.
  const failure = last.current !== null && {
    error: last.current,
    onRetry: () => void query.refetch(),
    busy: error === null || query.isFetching,
  };
  if (data === undefined) return failure ? <Failure {...failure} /> : <Skeleton label={label} rows={rows} />;
  return (
    <>
      {failure && <StaleNotice {...failure} />}
      {children(data)}
    </>
  );
}

/** Placeholder for data that is loading. */
export function Skeleton({
  label,
  rows = 6,
}: {
  readonly label: string;
  readonly rows?: number | undefined;
}) {
  return (
    <div className={styles['skeleton']} role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles['skeleton-row']} />
      ))}
    </div>
  );
}

/** Message for a view without data. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <section className={styles['empty']}>
      <p className={styles['title']}>{title}</p>
      {children}
    </section>
  );
}
