import { createContext, runConformance } from '@mock-services/fake-server/conformance';
import { expect, test } from 'vitest';
import { observed } from './support.ts';

test.each([
  '',
  'mocks.example.com',
  'ftp://mocks.example.com',
  'https://user:pw@mocks.example.com',
  'https://x.test/#a',
])('the base URL %j is rejected', async (baseUrl) => {
  await expect(runConformance({ baseUrl })).rejects.toThrow(TypeError);
  expect(() => createContext({ baseUrl })).toThrow('baseUrl');
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
  'a timeout of %d is rejected',
  async (timeout) => {
    await expect(runConformance({ ...observed(), timeout })).rejects.toThrow('timeout');
  },
);

test('allowClear has to be an identifier', async () => {
  const service = observed();
  await expect(runConformance({ ...service, allowClear: 'all' })).rejects.toThrow('allowClear');
  expect(service.received).toEqual([]);
});

test('headers are sent with every request but the one that tests authentication, and are not in the report', async () => {
  const service = observed();
  const headers = { authorization: 'Bearer opens-sesame' };
  const report = await runConformance({ ...service, headers, allowWrites: true });
  expect(service.received.filter((request) => request.headers['authorization'] === undefined)).toHaveLength(
    1,
  );
  expect(JSON.stringify(report)).not.toContain('sesame');
});

test('path and query of the base URL are sent, and the query is not in the report', async () => {
  const service = observed(undefined, { baseUrl: 'https://prefixed.test/api/v1' });
  const report = await runConformance({ ...service, baseUrl: 'https://prefixed.test/api/v1/?key=sesame' });
  expect(report).toMatchObject({ ok: true, baseUrl: 'https://prefixed.test/api/v1' });
  expect(service.received.every(({ path }) => /^\/api\/v1\/.*[?&]key=sesame/.test(path))).toBe(true);
  expect(JSON.stringify(report)).not.toContain('sesame');
});

test('requests are sent one after the other', async () => {
  const service = observed();
  let open = 0;
  let most = 0;
  await runConformance({
    ...service,
    allowWrites: true,
    fetch: async (url, init) => {
      open += 1;
      most = Math.max(most, open);
      const response = await service.fetch(url, init);
      open -= 1;
      return response;
    },
  });
  expect(most).toBe(1);
});
