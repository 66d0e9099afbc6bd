import { endpoints } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
import { input, mockService } from '../support/samples.ts';
import { startDeployments } from './start-deployments.ts';

const token = 'token';
const list = endpoints.listMockServices.path;
const create = endpoints.createMockService.path;
const deployment = startDeployments({
  plain: `{ binding: 'PLAIN', requiredToken: '${token}' }`,
  small: `{ binding: 'SMALL', requiredToken: '${token}', maxWorldBytes: 40_000, seed: {} }`,
});

function calls(name: 'plain' | 'small', world: string) {
  const call = deployment(name);
  return {
    get: async (path: string) => (await call(`/worlds/${world}${path}`, { token })).text,
    post: (path: string, body: string) => call(`/worlds/${world}${path}`, { token, method: 'POST', body }),
  };
}

test('a request body above the size limit gets 413 and changes no data', async () => {
  const { get, post } = calls('plain', 'body');
  const before = await get('/__fake/data');
  const { status } = await post(create, JSON.stringify(input({ title: 'x'.repeat(1_572_864) })));
  expect(status).toBe(413);
  expect(await get('/__fake/data')).toBe(before);
});

test('a body that needs a row larger than 2 MB gets a 507 and changes no data', async () => {
  const { get, post } = calls('plain', 'row');
  const before = await get('/__fake/data');
  const numbers = `[${'1e20,'.repeat(250_000)}0]`;
  const { status, text } = await post(
    create,
    JSON.stringify(input()).replace(/\}$/, `,"numbers":${numbers}}`),
  );
  expect(text).toContain('2000000');
  expect(status).toBe(507);
  expect(await get('/__fake/data')).toBe(before);
  expect((await post(create, JSON.stringify(input()))).status).toBe(201);
});

test('a stored world can grow to `maxWorldBytes`', async () => {
  const { get, post } = calls('small', 'world');
  const statuses: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    statuses.push((await post(create, JSON.stringify(input({ title: 'x'.repeat(500) })))).status);
  }
  expect(statuses[0]).toBe(201);
  expect(statuses.at(-1)).toBe(507);
  const { data } = JSON.parse(await get(list)) as { data: unknown[] };
  expect(data).toHaveLength(statuses.filter((status) => status === 201).length);
});

test('a world can grow to 32 MiB by default', async () => {
  const { get, post } = calls('plain', 'large');
  const title = 'x'.repeat(1_500_000);
  const { length } = JSON.stringify(mockService(1, { title }));
  // Each character of the data counts as two bytes.
  const count = Math.floor((32 * 1024 * 1024) / (2 * length));
  const statuses: number[] = [];
  for (let i = 0; i <= count; i += 1)
    statuses.push((await post(create, JSON.stringify(input({ title })))).status);
  expect(statuses).toEqual([...Array.from({ length: count }, () => 201), 507]);
  expect(JSON.parse(await get('/__fake/mockServices.list'))).toHaveLength(count);
});
