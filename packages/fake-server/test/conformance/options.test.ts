import { createContext, runConformance } from '@mock-services/fake-server/conformance';
import { expect, test } from 'vitest';
import { observed } from './support.ts';

test.each([
  '',
  'mocks.example.com',
  'ftp://mocks.example.com',
  'https://user:pw@mocks.example.com',
  'https://user@mocks.example.com',
  'https://:pw@mocks.example.com',
  'xhttps://mocks.example.com',
  'httpss://mocks.example.com',
  'https://x.test/#a',
])('the base URL %j is rejected', async (baseUrl) => {
  await expect(runConformance({ baseUrl })).rejects.toThrow(TypeError);
  expect(() => createContext({ baseUrl })).toThrow(
    'baseUrl has to be an absolute http(s) URL without credentials and fragment',
  );
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
  'a timeout of %d is rejected',
  async (timeout) => {
    await expect(runConformance({ ...observed(), timeout })).rejects.toThrow(
      'timeout has to be a number of milliseconds above 0 and below 2^31',
    );
  },
);

test('a timeout may be the longest that a timer can wait', () => {
  expect(() => createContext({ baseUrl: 'http://mocks.example.com', timeout: 2 ** 31 - 1 })).not.toThrow();
});

test('allowClear has to be an identifier', async () => {
  const service = observed();
  await expect(runConformance({ ...service, allowClear: 'all' })).rejects.toThrow(
    'allowClear has to be the id of a workspace, a UUID',
  );
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

test.each([
  ['https://mocks.example.com', '/configuration'],
  ['https://mocks.example.com/', '/configuration'],
  ['https://mocks.example.com/api', '/api/configuration'],
  ['https://mocks.example.com/api//', '/api/configuration'],
  ['https://mocks.example.com//a//b/', '//a//b/configuration'],
])(
  'the path of the base URL %s goes before every path, without slashes at its end',
  async (baseUrl, start) => {
    const urls: string[] = [];
    const fetch = (url: string) => {
      urls.push(url);
      return Promise.resolve(new Response('{"data":[]}'));
    };
    await runConformance({ baseUrl, fetch });
    expect(urls[0]).toBe(`https://mocks.example.com${start}/workspaces`);
  },
);

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
