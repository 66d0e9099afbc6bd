/** The options with the types of the adapters. Each adapter here may have a `@tanstack/query-core` of its own. */
import { isApiError, isMockServicesError } from '@mock-services/sdk';
import type { ActivityEntry, MockService, MockServiceSummary, Workspace } from '@mock-services/sdk';
import type { MockServiceUpdate, Queries } from '@mock-services/sdk/query';
import * as core from '@tanstack/query-core';
import * as react from '@tanstack/react-query';
import * as solid from '@tanstack/solid-query';
import * as vue from '@tanstack/vue-query';
import { expectTypeOf, test } from 'vitest';
import type { Ref } from 'vue';

declare const queries: Queries;
declare const cache: react.QueryClient;
declare const id: string;
declare const service: MockService;

test('the data of each query has its type', () => {
  const { mockServices, workspaces, activity } = queries;
  expectTypeOf(react.useQuery(mockServices.list()).data).toEqualTypeOf<MockServiceSummary[] | undefined>();
  expectTypeOf(react.useQuery(mockServices.get(id)).data).toEqualTypeOf<MockService | undefined>();
  expectTypeOf(react.useSuspenseQuery(workspaces.list()).data).toEqualTypeOf<Workspace[]>();
  expectTypeOf(
    react.useQuery(workspaces.getConfiguration(id)).data?.config.cors.allowedOrigins,
  ).toEqualTypeOf<string[] | undefined>();
  expectTypeOf(react.useQuery(activity.list(id, { timeout: 1 })).data).toEqualTypeOf<
    ActivityEntry[] | undefined
  >();
  const [list, item] = react.useQueries({ queries: [mockServices.list(), mockServices.get(id)] });
  expectTypeOf(list.data).toEqualTypeOf<MockServiceSummary[] | undefined>();
  expectTypeOf(item.data).toEqualTypeOf<MockService | undefined>();
});

test('the keys are typed', async () => {
  const { queryKey } = queries.mockServices.get(id);
  expectTypeOf(cache.getQueryData(queryKey)).toEqualTypeOf<MockService | undefined>();
  expectTypeOf(cache.ensureQueryData(queries.workspaces.list())).resolves.toEqualTypeOf<Workspace[]>();
  expectTypeOf(cache.fetchQuery(queries.workspaces.list())).resolves.toEqualTypeOf<Workspace[]>();
  cache.setQueryData(queryKey, (old) => old && { ...old, title: 'Orders' });
  // @ts-expect-error a mock service has a title
  cache.setQueryData(queryKey, { id });
  await cache.prefetchQuery(queries.activity.list(id));
});

test('options of the caller are typed and replace ours', () => {
  const polled = { ...queries.activity.list(id), refetchInterval: 2000, staleTime: 1000 };
  expectTypeOf(react.useQuery({ ...polled, select: (entries) => entries.length }).data).toEqualTypeOf<
    number | undefined
  >();
  react.useQuery({
    ...queries.mockServices.list(),
    enabled: id !== '',
    retry: (count, error) => count < 1 && isApiError(error),
    throwOnError: (error) => !isApiError(error) || error.status !== 404,
  });
  react.useMutation({
    ...queries.mockServices.update(),
    onMutate: (variables) => {
      expectTypeOf(variables).toEqualTypeOf<MockServiceUpdate>();
      return cache.getQueryData(queries.mockServices.get(id).queryKey);
    },
    onSuccess: (saved) => expectTypeOf(saved).toEqualTypeOf<MockService>(),
    onError: (error, { title }, before) => {
      expectTypeOf(before).toEqualTypeOf<MockService | undefined>();
      return isMockServicesError(error) && error.mayHaveBeenApplied ? title : undefined;
    },
    onSettled: (saved) => saved?.title,
    retry: 1,
  });
});

test('each mutation takes its variables', () => {
  const { mockServices, activity } = queries;
  const input = { type: 'REST', title: '', config: service.config };
  react.useMutation(mockServices.create()).mutate(input);
  react.useMutation(mockServices.update({ headers: { 'x-team': 'blue' } })).mutate({ id, ...input });
  react.useMutation(mockServices.update()).mutate({ ...service, title: 'Orders' });
  react.useMutation(mockServices.delete()).mutate(id);
  react.useMutation(activity.clear({ signal: AbortSignal.timeout(1) })).mutate(id);
  const change = (current: MockService) => ({ ...current, title: 'Orders' });
  expectTypeOf(
    react.useMutation(mockServices.modify()).mutateAsync({ id, change }),
  ).resolves.toEqualTypeOf<MockService>();
  expectTypeOf(react.useMutation(mockServices.create()).data).toEqualTypeOf<{ id: string } | undefined>();
  // @ts-expect-error the id is missing
  react.useMutation(mockServices.update()).mutate(input);
  // @ts-expect-error TanStack Query passes the signal of a query
  mockServices.list({ signal: AbortSignal.timeout(1) });
});

test('the other adapters accept the same options', () => {
  const { mockServices, activity } = queries;
  expectTypeOf(vue.useQuery(mockServices.list()).data).toEqualTypeOf<
    Ref<MockServiceSummary[], MockServiceSummary[]> | Ref<undefined, undefined>
  >();
  vue.useQuery({ ...activity.list(id), refetchInterval: 2000, select: (entries) => entries.length });
  vue.useMutation({ ...mockServices.update(), onSuccess: ({ title }) => title }).mutate(service);
  expectTypeOf(solid.useQuery(() => mockServices.get(id)).data).toEqualTypeOf<MockService | undefined>();
  solid.useQuery(() => ({ ...activity.list(id), refetchInterval: 2000 }));
  solid.useMutation(() => ({ ...mockServices.update(), onSuccess: ({ title }) => title })).mutate(service);
  const observer = new core.QueryObserver(new core.QueryClient(), mockServices.list());
  expectTypeOf(observer.getCurrentResult().data).toEqualTypeOf<MockServiceSummary[] | undefined>();
});
