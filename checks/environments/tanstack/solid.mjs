import { QueryClient, useMutation, useQuery } from '@tanstack/solid-query';
import { createRoot } from 'solid-js';
import { check, titlesOf } from './check.mjs';

await check((queries) =>
  createRoot(() => {
    const shared = new QueryClient();
    const query = useQuery(
      () => queries.mockServices.list(),
      () => shared,
    );
    const { mutateAsync } = useMutation(
      () => queries.mockServices.delete(),
      () => shared,
    );
    return { titles: () => titlesOf(query.data), remove: mutateAsync };
  }),
);
