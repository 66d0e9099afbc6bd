import { createFakeServer, type FakeServerOptions } from '@mock-services/fake-server';
import { getResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { idOf } from '../support/samples.ts';

const path = '/configuration/workspaces';

/** What a fake server warns of while requests for these URLs are made. */
async function warningsOf(urls: readonly string[], options: FakeServerOptions = {}): Promise<string[]> {
  const onWarning = vi.fn<(message: string) => void>();
  const { handlers } = createFakeServer({ onWarning, ...options });
  for (const url of urls) expect(await getResponse(handlers, new Request(url))).toBeUndefined();
  return onWarning.mock.calls.flat();
}

test('a request for the interface below another base URL than the default one is told, once', async () => {
  const url = `http://localhost:5173/api${path}`;
  expect(await warningsOf([`${url}?key=canary`, url, `http://localhost:3000${path}`])).toEqual([
    `GET ${url} is not for this fake server, which responds below https://mock-services.test. If it should be, create the fake server with baseUrl: 'http://localhost:5173/api', or the client with baseUrl: 'https://mock-services.test'.`,
  ]);
});

test.each([path, `/v1${path}`, `/workspace/${idOf(1)}/activity`])(
  'so is one on the same origin, with another path before it: %s',
  async (elsewhere) => {
    const [warning] = await warningsOf([`https://a.test${elsewhere}`], { baseUrl: 'https://a.test/api' });
    expect(warning).toMatch(/^GET https:\/\/a\.test\/.* which responds below https:\/\/a\.test\/api\./);
  },
);

test('others are not', async () => {
  expect(
    await warningsOf(['http://localhost:5173/', 'http://localhost:5173/configuration', 'data:,x']),
  ).toEqual([]);
  expect(await warningsOf([`https://b.test${path}`], { baseUrl: 'https://a.test' })).toEqual([]);
});
