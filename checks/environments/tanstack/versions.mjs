// The oldest version that works, and what an older one says.
import assert from 'node:assert/strict';
import * as old from 'core-5.87';
import * as oldest from 'core-5.89';
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import { check, titlesOf } from './check.mjs';

const fake = createFakeServer({ seed: { mockServices: [{ title: 'A' }] } });
const queries = createQueries(createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch }));
const remove = new old.MutationObserver(new old.QueryClient(), queries.mockServices.delete());
await assert.rejects(remove.mutate(fake.mockServices.list()[0].id), /Install @tanstack\/query-core 5\.89/);
assert.equal(fake.mockServices.list().length, 1);

await check((queries) => {
  const client = new oldest.QueryClient();
  const list = new oldest.QueryObserver(client, queries.mockServices.list());
  list.subscribe(() => {});
  const remove = new oldest.MutationObserver(client, queries.mockServices.delete());
  return { titles: () => titlesOf(list.getCurrentResult().data), remove: (id) => remove.mutate(id) };
});
