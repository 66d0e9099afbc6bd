import { createClient, type WarningEvent } from '@mock-services/sdk';
import { expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { fetching } from '../support/fetches.ts';
import { anInput, baseUrl } from '../support/fixtures.ts';

vi.mock('zod/mini', () => {
  throw new Error('zod was loaded');
});

const invalid = fetching(Response.json({ data: [{}] }));
const client = createClient({ baseUrl, ...invalid });
const idIssue = { path: 'data[0].id', pointer: '/data/0/id', expected: 'string', received: 'nothing' };

test('the client lists the issues of an invalid request without loading zod', async () => {
  const error = await failureOf(client.mockServices.create(anInput({ title: 7 as never })));
  const issues = [{ path: 'title', pointer: '/title', expected: 'string', received: 'number' }];
  expect(error).toMatchObject({ name: 'ValidationError', side: 'request', issues });
});

test('the client lists the issues of an invalid response without loading zod', async () => {
  const error = await failureOf(client.workspaces.list());
  expect(error).toMatchObject({ name: 'ValidationError', side: 'response' });
  expect(error).toHaveProperty('issues[0]', idIssue);
});

test('`validation: warn` reports the issues of a response without loading zod', async () => {
  const onWarning = vi.fn<(event: WarningEvent) => void>();
  const options = { baseUrl, validation: 'warn', onWarning, ...invalid } as const;
  await expect(createClient(options).workspaces.list()).resolves.toEqual([{}]);
  expect(onWarning.mock.calls[0]?.[0]).toMatchObject({ path: 'data[0].id' });
});
