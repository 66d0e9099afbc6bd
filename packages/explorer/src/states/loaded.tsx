import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Failure, StaleNotice } from './failure.tsx';
import { Skeleton } from './skeleton.tsx';

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
  // Only a failure renders again with each read.
  const failure = error !== null && {
    error,
    onRetry: () => void query.refetch(),
    busy: query.isFetching,
  };
  if (data === undefined) return failure ? <Failure {...failure} /> : <Skeleton label={label} rows={rows} />;
  return (
    <>
      {failure && <StaleNotice {...failure} />}
      {children(data)}
    </>
  );
}
