import { endpoints } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { startDeployments } from './start-deployments.ts';

const list = endpoints.listMockServices.path;
const page = 'https://app.example';
const deployment = startDeployments({
  open: `{ binding: 'OPEN' }`,
  closed: `{ binding: 'CLOSED', requiredToken: 'hunter2', corsOrigin: '${page}' }`,
  secret: `{ binding: 'SECRET', requiredToken: 'hunter2', names: 'secret' }`,
  below: `{ binding: 'BELOW', requiredToken: 'hunter2', baseUrl: 'https://a.example/api' }`,
  unset: `(env) => ({ binding: 'UNSET', requiredToken: env.TOKEN })`,
  unbound: `{ binding: 'NOWHERE' }`,
});
const [open, closed, secret] = [deployment('open'), deployment('closed'), deployment('secret')];

describe('a deployment with a token', () => {
  test.each([{}, { token: 'hunter22' }])(
    'a deployment responds with 401 to the wrong credentials %j and reaches no world',
    async (given) => {
      for (const path of [list, '/worlds/a/__fake/data', '/__fake/listWorlds'])
        expect((await closed(path, given)).status).toBe(401);
      expect((await closed('/worlds/a/__fake/journal.entries', { token: 'hunter2' })).json()).toEqual([]);
    },
  );

  test('a deployment passes requests with the correct token to the world', async () => {
    const token = 'hunter2';
    expect((await closed(`/worlds/b${list}`, { token })).status).toBe(200);
    expect((await closed('/worlds/b/__fake/journal.read', { token })).json()).toMatchObject({
      entries: [{ operation: 'listMockServices', request: { path: list } }],
    });
    expect((await closed('/__fake/', { token })).status).toBe(200);
  });

  test('a page from an allowed origin can send preflights and read error responses', async () => {
    const preflight = await closed(list, {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(page);
    const missing = await closed('/worlds/a/nowhere', { token: 'hunter2', headers: { origin: page } });
    expect(missing.status).toBe(404);
    expect(missing.headers.get('access-control-allow-origin')).toBe(page);
    const unauthorized = await closed(list, { headers: { origin: page } });
    expect(unauthorized.status).toBe(401);
    expect(unauthorized.headers.get('access-control-allow-origin')).toBe(page);
    const foreign = await closed(list, { token: 'hunter2', headers: { origin: 'https://other.example' } });
    expect(foreign.status).toBe(403);
  });
});

test('a deployment without a token has no admin endpoints', async () => {
  for (const path of ['/__fake/', '/worlds/a/__fake/data']) expect((await open(path)).status).toBe(404);
  expect((await open(list)).status).toBe(200);
});

describe('a deployment with secret names', () => {
  const token = 'hunter2';

  test('a deployment with secret world names rejects missing and short names with 400', async () => {
    for (const path of [list, `/worlds/${'x'.repeat(31)}${list}`]) {
      const response = await secret(path, { token });
      expect(response.status).toBe(400);
      expect(response.text).toContain('crypto.randomUUID()');
    }
  });

  test('a deployment with secret world names reads them from a path or a header', async () => {
    const name = 'x'.repeat(32);
    expect((await secret(`/worlds/${name}${list}`, { token })).status).toBe(200);
    const headers = { 'x-mock-services-world': name };
    expect((await secret(list, { token, headers })).status).toBe(200);
    expect((await secret(`/worlds/${name}/__fake/journal.read`, { token })).json()).toMatchObject({
      entries: [{ number: 1 }, { number: 2 }],
    });
  });
});

test('a deployment whose base URL has a path serves worlds and admin endpoints below it', async () => {
  const call = deployment('below');
  const statuses: [path: string, status: number][] = [
    [`/api/worlds/one${list}`, 200],
    [`/worlds/one${list}`, 404],
    ['/api/worlds/one/__fake/data', 200],
    ['/api/__fake/listWorlds', 501],
  ];
  for (const [path, status] of statuses)
    expect([path, (await call(path, { token: 'hunter2' })).status]).toEqual([path, status]);
});

describe('a deployment with an invalid option', () => {
  test.each([
    ['unset', 'requiredToken'],
    ['unbound', 'binding'],
  ])('a deployment with an invalid option (%s) responds with an error about `%s`', async (name, option) => {
    const response = await deployment(name)(list, { token: 'undefined' });
    expect(response.status).toBe(500);
    expect(response.text).toMatch(new RegExp(`The option ${option} (must be|is invalid)`));
  });
});
