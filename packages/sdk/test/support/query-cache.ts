/** A cache of TanStack Query, and what a write changes in it. */
import { createClient } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import { type MutationOptions, QueryClient } from '@tanstack/query-core';
import { onTestFinished } from 'vitest';
import { fetchOf, type FetchAnswer, status } from './fetches.ts';
import { aMockService, baseUrl } from './fixtures.ts';
import { operationCases } from './operations.ts';

const otherId = '7d1c5b1e-93b4-4f0f-a1d5-02d0d3f6f4aa';

export function setUp(...answers: FetchAnswer[]) {
  const { fetch, sent } = fetchOf(...answers);
  const queries = createQueries(createClient({ baseUrl, fetch, maxRetries: 0 }));
  // The options of ours must win over an application's defaults.
  const retrying = { retry: 3, retryDelay: 0 };
  const cache = new QueryClient({ defaultOptions: { queries: retrying, mutations: retrying } });
  onTestFinished(() => cache.clear());
  const calls = () => sent.map(({ method, url }) => `${method} ${url.slice(baseUrl.length)}`);
  return { queries, cache, sent, calls };
}
export const queries = createQueries(createClient({ baseUrl }));

export function answerTo(operation: string): Response {
  const found = operationCases.find((one) => one.operation === operation);
  return found?.received === undefined
    ? status(found?.status ?? 0)
    : Response.json(found.received, { status: found.status });
}

/** Every query of an application that shows everything, by its operation. */
const shown = {
  ...Object.fromEntries(
    operationCases.flatMap(({ operation, query }) => (query ? [[operation, query.of(queries)]] : [])),
  ),
  'another mock service': queries.mockServices.get(otherId),
  'another log': queries.activity.list(otherId),
};

export function fill(cache: QueryClient): void {
  for (const [name, { queryKey }] of Object.entries(shown))
    cache.setQueryData<unknown, readonly string[]>(queryKey, name);
}

/** Names the queries that are stale, or no longer in the cache. */
export function changedIn(cache: QueryClient): string[] {
  return Object.entries(shown).flatMap(([name, { queryKey }]) => {
    const state = cache.getQueryState(queryKey);
    if (state === undefined) return [`${name}, removed`];
    return state.isInvalidated ? [name] : [];
  });
}

export const run = <Data, Variables, Before = unknown>(
  cache: QueryClient,
  mutation: MutationOptions<Data, Error, Variables, Before>,
  variables: Variables,
): Promise<Data> => cache.getMutationCache().build(cache, mutation).execute(variables);

/** Answers that wait until the test gives them. */
export function heldAnswers() {
  const waiting: ((response: Response) => void)[] = [];
  const hold = () => new Promise<Response>((resolve) => void waiting.push(resolve));
  /** Answers the request at an index of those that wait. */
  const give = (response: Response, index = 0) => waiting.splice(index, 1)[0]?.(response);
  return { hold, give };
}

export const listOf = (...titles: string[]) =>
  Response.json({ data: titles.map((title) => aMockService({ title })) });
