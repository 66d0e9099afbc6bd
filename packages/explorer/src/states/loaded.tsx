import { useRef, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Failure, StaleNotice } from './failure.tsx';
import styles from './states.module.css';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  /** Name of the data, for screen readers. */
  readonly label: string;
  /** Rows of its outline. */
  readonly rows?: number | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** The result of a query, or its state: pending, failed, or failed to refresh. */
export function Loaded<Data>({ query, label, rows, children }: Props<Data>) {
  const { data, error } = query;
  // A failure stays until the next read ends: its fields keep what is typed.
  const last = useRef<unknown>(null);
  if (error !== null || data !== undefined) last.current = error;
  // Only a failure renders again with each read.
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

/** The outline of data that is being read. */
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

/** An empty state: what it means, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <section className={styles['empty']}>
      <p className={styles['title']}>{title}</p>
      {children}
    </section>
  );
}
