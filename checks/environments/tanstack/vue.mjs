import { QueryClient, useMutation, useQuery } from '@tanstack/vue-query';
import { effectScope } from 'vue';
import { check, titlesOf } from './check.mjs';

await check((queries) =>
  effectScope().run(() => {
    const client = new QueryClient();
    const { data } = useQuery(queries.mockServices.list(), client);
    const { mutateAsync } = useMutation(queries.mockServices.delete(), client);
    return { titles: () => titlesOf(data.value), remove: mutateAsync };
  }),
);
