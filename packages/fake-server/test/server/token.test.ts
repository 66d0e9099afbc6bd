/**
 * Tests the `requiredToken` option of a server. The token is required for operations, admin endpoints and unknown
 * paths.
 */
import { createFakeServer, createWorlds, demoSeed } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { startServer } from './start-server.ts';
import { errorWith } from '../support/failure.ts';

const requiredToken = 'hunter2';
const page = 'https://app.test';

test.each([
  ['no token', {}],
  ['another token', { authorization: 'Bearer hunter22' }],
])(
  'a request with %s gets 401 and does not reach the fake server',
  async (_, headers: Record<string, string>) => {
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    const { url, fetch } = await startServer({ admin: true, requiredToken }, fake);
    for (const path of [workspacesPath, '/__fake/data', '/__fake/', '/nowhere']) {
      const response = await fetch(new URL(path, url), { headers });
      expect([path, response.status]).toEqual([path, 401]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ status: 401 });
    }
    const post = { method: 'POST', headers, body: '{}' };
    expect((await fetch(url + mockServicePath, post)).status).toBe(401);
    expect((await fetch(`${url}/__fake/reset`, post)).status).toBe(401);
    expect(fake.journal.entries()).toEqual([]);
    expect(fake.faults.list()).toHaveLength(1);
  },
);

test('a request with the required token is accepted', async () => {
  const { url, fetch } = await startServer({ admin: true, requiredToken });
  expect(await createClient({ baseUrl: url, fetch, token: requiredToken }).workspaces.list()).toHaveLength(4);
  const headers = { authorization: `Bearer ${requiredToken}` };
  expect((await fetch(`${url}/__fake/data`, { headers })).status).toBe(200);
});

test('a request without the required token is rejected and does not create a world', async () => {
  const worlds = createWorlds({ create: () => createFakeServer({ seed: demoSeed() }) });
  const { url, fetch } = await startServer({ admin: true, requiredToken }, worlds);
  expect((await fetch(`${url}/worlds/a${workspacesPath}`)).status).toBe(401);
  expect((await fetch(`${url}/worlds/a/__fake/data`)).status).toBe(401);
  expect(worlds.names()).toEqual([]);
});

test('a preflight needs no token, and an allowed page can read the 401 response', async () => {
  const { url, fetch } = await startServer({ requiredToken, corsOrigin: page });
  const asking = { origin: page, 'access-control-request-method': 'GET' };
  expect((await fetch(url + workspacesPath, { method: 'OPTIONS', headers: asking })).status).toBe(204);
  const { status, headers } = await fetch(url + workspacesPath, { headers: { origin: page } });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([401, page]);
  const foreign = await fetch(url + workspacesPath, { headers: { origin: 'https://other.test' } });
  expect(foreign.status).toBe(403);
});

test.each([
  ['nothing', undefined],
  ['an empty string', ''],
  ['a whole header', 'Bearer hunter2'],
])('the option `requiredToken` rejects %s, which may come from an unset secret', async (_, token) => {
  const options = { requiredToken: token } as { requiredToken: string };
  const started = Promise.resolve().then(() => startServer(options));
  await expect(started).rejects.toThrow(errorWith('invalid-option'));
  await expect(started).rejects.toThrow(/^The option requiredToken is invalid\. (?!.*hunter)/);
});

describe('a fake server that requires a token itself', () => {
  const own = (token: string) => createFakeServer({ requiredToken: token });
  const message = 'The option requiredToken must be the same token for the fake server and for the server';

  test('the server rejects another token when it starts, without showing a token', async () => {
    for (const served of [own('canary'), worldsWith('canary')]) {
      const started = Promise.resolve().then(() => startServer({ requiredToken }, served));
      await expect(started).rejects.toThrow(errorWith('invalid-option'));
      await expect(started).rejects.toThrow(message);
      await expect(started).rejects.not.toThrow(/canary|hunter2/);
    }
  });

  /** Returns worlds that require the token. The world `a` is in memory. */
  function worldsWith(token: string) {
    const worlds = createWorlds({ create: () => own(token) });
    worlds.get('a');
    return worlds;
  }

  test('the server can require the same token, or none', async () => {
    const headers = { authorization: `Bearer ${requiredToken}` };
    for (const served of [own(requiredToken), worldsWith(requiredToken)]) {
      for (const options of [{ requiredToken }, {}]) {
        const { url, fetch } = await startServer(options, served);
        expect((await fetch(url + workspacesPath, { headers })).status).toBe(200);
        expect((await fetch(url + workspacesPath)).status).toBe(401);
      }
    }
  });
});
