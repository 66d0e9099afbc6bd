import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Failure, StaleNotice } from './failure.tsx';
import { Skeleton } from './skeleton.tsx';

interface Props<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Name of the data, for screen readers. */
  readonly label: string;
  readonly children: (data: Data) => ReactNode;
}

/** The result of a query, or its state: pending, failed, or failed to refresh. */
export function Loaded<Data>({ query: { data, error, isFetching, refetch }, label, children }: Props<Data>) {
  const retry = (): void => void refetch();
  if (data === undefined) {
    return error === null ? (
      <Skeleton label={label} />
    ) : (
      <Failure error={error} onRetry={retry} busy={isFetching} />
    );
  }
  return (
    <>
      {error !== null && <StaleNotice error={error} onRetry={retry} busy={isFetching} />}
      {children(data)}
    </>
  );
}
