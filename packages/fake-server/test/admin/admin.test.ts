import {
  createFakeServer,
  demoSeed,
  type JournalEntry,
  type Snapshot,
} from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';
import { startAdmin } from './call.ts';

const seed = {
  mockServices: [mockService(1)],
  workspaces: [workspace(2)],
  activity: { [idOf(2)]: [activityEntry(3)] },
};

describe('the admin endpoints', () => {
  test('admin endpoints exist only if the `admin` option is set', async () => {
    const { call } = await startAdmin({ admin: false });
    expect((await call('GET', '/state')).text).toContain('The admin endpoints are off.');
  });

  test('admin endpoints need no token, even if the other endpoints require a token', async () => {
    const { call, url, fetch } = await startAdmin(
      {},
      createFakeServer({ seed: demoSeed(), requiredToken: 'hunter2' }),
    );
    expect((await fetch(`${url}/configuration/workspaces`)).status).toBe(401);
    expect((await call('GET', '/state')).status).toBe(200);
  });

  test('an admin endpoint returns the current data in the format of a seed', async () => {
    const { call, fake } = await startAdmin({}, createFakeServer({ seed }));
    const { now, data } = (await call('GET', '/state')).json() as { now: string; data: typeof seed };
    expect(now).toBe('2026-01-01T00:00:00.000Z');
    expect(data).toMatchObject(seed);
    expect(data).toHaveProperty('configurations', {
      [idOf(2)]: fake.workspaces.getConfiguration(idOf(2)),
    });
    expect(everythingOf(createFakeServer({ seed: data }))).toEqual(everythingOf(fake));
  });

  test('an admin endpoint returns the number of mock services and workspaces', async () => {
    const { call, fake } = await startAdmin({}, createFakeServer({ seed }));
    fake.mockServices.add();
    expect((await call('GET', '/counts')).json()).toEqual({ mockServices: 2, workspaces: 1 });
  });

  test('admin endpoints replace all data with a seed, and later reset to that seed', async () => {
    const { call, fake } = await startAdmin();
    fake.clock.advance('1h');
    expect((await call('PUT', '/seed', { mockServices: seed.mockServices })).status).toBe(204);
    expect(fake.mockServices.list()).toEqual(seed.mockServices);
    expect(fake.workspaces.list()).toEqual([]);
    expect(new Date(fake.clock.now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
    const seeded = everythingOf(fake);
    fake.mockServices.add();
    expect((await call('POST', '/reset')).status).toBe(204);
    expect(everythingOf(fake)).toEqual(seeded);
  });

  test('a seed with variables has their defaults', async () => {
    const { call, fake } = await startAdmin({}, createFakeServer());
    const withVariables = { variables: { HOST: 'a.test' }, mockServices: [{ title: 'at ${HOST}' }] };
    expect((await call('PUT', '/seed', withVariables)).status).toBe(204);
    expect(fake.mockServices.list()).toMatchObject([{ title: 'at a.test' }]);
    const response = await call('PUT', '/seed', { ...withVariables, variables: { HOST: null } });
    expect(response).toMatchObject({ status: 422 });
    expect(response.json()).toMatchObject({ errors: [{ pointer: '/variables/HOST' }] });
  });

  test('an invalid seed is rejected with a list of its problems and changes no data', async () => {
    const { call, fake } = await startAdmin();
    fake.mockServices.add({ title: 'kept' });
    fake.faults.add({ operation: 'getMockService', status: 503, match: () => true });
    const before = everythingOf(fake);
    const response = await call('PUT', '/seed', {
      mockServices: [{ ...mockService(1), title: 7 }],
      works: [],
    });
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.json()).toMatchObject({
      status: 422,
      detail: 'The body has 2 problems: mockServices[0].title: expected string, received number …',
      errors: [
        { pointer: '/mockServices/0/title', detail: 'expected string, received number' },
        {
          pointer: '/works',
          detail: expect.stringContaining('expected one of $schema, variables, mock') as string,
        },
      ],
    });
    for (const other of ['null', '[]', '7', '"seed"'])
      expect((await call('PUT', '/seed', other)).status).toBe(422);
    expect((await call('PUT', '/seed', '{')).status).toBe(400);
    expect(everythingOf(fake)).toEqual(before);
    expect(fake.faults.list()).toHaveLength(1);
  });

  test('an admin endpoint returns a snapshot that another fake server can restore', async () => {
    const [one, two] = [await startAdmin(), await startAdmin()];
    one.fake.mockServices.add({ title: 'kept' });
    one.fake.clock.advance('1h');
    const snapshot = (await one.call('GET', '/snapshot')).json() as Snapshot;
    expect((await two.call('PUT', '/snapshot', snapshot)).status).toBe(204);
    expect(everythingOf(two.fake)).toEqual(everythingOf(one.fake));
    const other = await two.call('PUT', '/snapshot', { ...snapshot, version: 99 });
    expect([other.status, (other.json() as { detail: string }).detail]).toEqual([
      422,
      expect.stringContaining('version 99'),
    ]);
  });

  test('admin endpoints add resources and fill in their missing fields', async () => {
    const { call, fake } = await startAdmin({}, createFakeServer({ seed: {} }));
    const service = await call('POST', '/mock-services', { title: 'Orders', note: 'kept' });
    expect([service.status, service.json()]).toEqual([201, fake.mockServices.list()[0]]);
    expect(fake.mockServices.list()).toMatchObject([{ title: 'Orders', type: 'REST', note: 'kept' }]);
    const added = await call('POST', '/workspaces', {
      name: 'Checkout',
      configuration: { title: 'Defaults' },
    });
    expect([added.status, added.json()]).toEqual([201, fake.workspaces.list()[0]]);
    const { id } = added.json() as { id: string };
    expect(fake.workspaces.getConfiguration(id)).toMatchObject({ title: 'Defaults' });
    const exchange = {
      request: { url: 'https://shop.example/pay?a=1', body: { amount: 1 } },
      response: { statusCode: 503 },
    };
    const entry = await call('POST', `/workspaces/${id}/activity`, exchange);
    expect([entry.status, entry.json()]).toEqual([201, fake.activity.list(id)[0]]);
    expect(entry.json()).toMatchObject({
      request: {
        hostname: 'shop.example',
        port: 443,
        path: '/pay?a=1',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        bodyBase64Encoded: Buffer.from('{"amount":1}').toString('base64'),
      },
      response: { statusCode: 503 },
    });
  });

  test.each([
    ['/mock-services', { title: 7 }, '/title'],
    ['/mock-services', { id: idOf(1).toUpperCase() }, '/id'],
    ['/mock-services', null, ''],
    ['/workspaces', { name: [] }, '/name'],
    ['/workspaces', { configuration: 7 }, ''],
    [`/workspaces/${idOf(2)}/activity`, { request: { url: '/pay' } }, '/request/url'],
    [`/workspaces/${idOf(2)}/activity`, { response: { statusCode: 'ok' } }, '/response/statusCode'],
  ])('adding an invalid resource gets 422 and stores nothing: POST %s %j', async (path, body, pointer) => {
    const { call, fake } = await startAdmin({}, createFakeServer({ seed }));
    const before = everythingOf(fake);
    const response = await call('POST', path, body);
    expect([response.status, response.json()]).toMatchObject([422, { errors: [{ pointer }] }]);
    expect(everythingOf(fake)).toEqual(before);
  });

  test('adding an activity entry to an unknown workspace gets 404', async () => {
    const { call } = await startAdmin();
    const response = await call('POST', `/workspaces/${idOf(9)}/activity`, {});
    expect([response.status, response.json()]).toMatchObject([
      404,
      { detail: 'There is no workspace with this id. POST /__fake/workspaces adds one.' },
    ]);
  });

  test('admin endpoints add, list and remove faults', async () => {
    const { call, url, fake, fetch } = await startAdmin();
    const client = createClient({ baseUrl: url, fetch, maxRetries: 0 });
    const match = { method: 'get' };
    const added = await call('POST', '/faults', {
      operation: 'listWorkspaces',
      match,
      status: 503,
      times: 1,
    });
    expect([added.status, added.json()]).toEqual([201, expect.objectContaining({ id: 1, used: 0 })]);
    await expect(client.workspaces.list()).rejects.toMatchObject({ status: 503 });
    expect(await client.workspaces.list()).toHaveLength(4);
    expect((await call('GET', '/faults')).json()).toMatchObject({ faults: [{ id: 1, used: 1 }] });
    expect((await call('DELETE', '/faults/1')).status).toBe(204);
    expect((await call('DELETE', '/faults/1')).status).toBe(404);
    await call('POST', '/faults', { operation: 'getMockService', reset: true });
    expect((await call('DELETE', '/faults/getMockService')).status).toBe(204);
    await call('POST', '/faults', { operation: ['getMockService'], hang: true });
    expect((await call('DELETE', '/faults')).status).toBe(204);
    expect(fake.faults.list()).toEqual([]);
    const wrong = await call('POST', '/faults', { operation: 'deleteWorkspace', status: 503 });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('listWorkspaces');
  });

  test('removing a fault requires its complete id', async () => {
    const { call, fake } = await startAdmin();
    for (let i = 0; i < 12; i += 1) fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    expect((await call('DELETE', '/faults/12')).status).toBe(204);
    expect((await call('DELETE', '/faults/x11')).status).toBe(422);
    expect((await call('DELETE', '/faults/99')).status).toBe(404);
    expect(fake.faults.list().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('admin endpoints advance and set the clock', async () => {
    const { call, fake } = await startAdmin();
    expect((await call('GET', '/clock')).json()).toEqual({ now: '2026-01-01T00:00:00.000Z' });
    expect((await call('POST', '/clock', { advance: '1h' })).json()).toEqual({
      now: '2026-01-01T01:00:00.000Z',
    });
    expect((await call('POST', '/clock', { set: '2030-01-01T00:00:00Z' })).json()).toEqual({
      now: '2030-01-01T00:00:00.000Z',
    });
    const neither = expect.stringMatching(/^The body must have either "advance"/) as string;
    const wrong: [body: unknown, detail: unknown][] = [
      [{}, neither],
      [{ advance: 'soon' }, expect.stringContaining('soon')],
      [{ advance: [] }, neither],
      [{ set: 'now' }, expect.stringContaining('now')],
      [{ set: {} }, neither],
      [{ set: { getTime: 1 } }, neither],
      [{ advance: 1, set: 2 }, neither],
      [{ set: 2, advance: 1 }, neither],
      [{ forward: 1 }, neither],
      [null, neither],
      [7, neither],
    ];
    for (const [body, detail] of wrong) {
      const response = await call('POST', '/clock', body);
      expect([body, response.json()]).toEqual([
        body,
        {
          type: 'about:blank',
          title: 'Unprocessable Content',
          status: 422,
          detail,
          code: 'range',
          message: detail,
        },
      ]);
    }
    expect(new Date(fake.clock.now()).toISOString()).toBe('2030-01-01T00:00:00.000Z');
  });

  test('admin endpoints list, find and clear received requests, except their own', async () => {
    const { call, url, fake, fetch } = await startAdmin();
    const client = createClient({ baseUrl: url, fetch, token: 'hunter2', maxRetries: 0 });
    await client.mockServices.create(input({ title: 'Orders' }));
    expect((await call('GET', '/journal')).json()).toMatchObject({ clean: true, reasons: [], problems: [] });
    await fetch(`${url}/nowhere`);
    fake.faults.add({ operation: 'getMockService', status: 503 });
    const journal = (await call('GET', '/journal')).json() as { entries: JournalEntry[]; reasons: string[] };
    expect(journal).toMatchObject({ clean: false, problems: [{ request: { path: '/nowhere' } }] });
    expect(journal.entries.map(({ response }) => response.statusCode)).toEqual([201, 404]);
    expect(journal.reasons).toEqual([
      expect.stringContaining('/nowhere'),
      expect.stringContaining('fault 1'),
    ]);
    expect(JSON.stringify(journal)).not.toContain('hunter2');
    const found = await call('POST', '/journal/find', {
      operation: 'createMockService',
      body: { title: 'Orders' },
    });
    expect(found.json()).toMatchObject({ found: [{ number: 1, response: { statusCode: 201 } }] });
    const missed = await call('POST', '/journal/find', { body: { title: 'Payments' } });
    expect(missed.json()).toMatchObject({
      found: [],
      explanation: expect.stringContaining('expected "Payments", received "Orders"') as string,
    });
    expect((await call('DELETE', '/journal')).status).toBe(204);
    expect((await call('GET', '/journal')).json()).toMatchObject({ entries: [] });
  });

  test('an admin request with a wrong path, method or body gets an explanation', async () => {
    const { call } = await startAdmin();
    expect((await call('GET', '/nowhere')).json()).toMatchObject({
      detail: expect.stringContaining('GET /__fake/') as string,
    });
    const { status, headers } = await call('POST', '/state');
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    expect((await call('PATCH', '/faults')).headers.get('allow')).toBe('GET, POST, DELETE');
    expect((await call('PUT', '/seed', '{')).json()).toMatchObject({
      status: 400,
      detail: 'The body is not well-formed JSON.',
    });
    expect((await call('DELETE', '/faults/9')).json()).toMatchObject({
      detail: 'No fault has this id or applies only to this operation.',
    });
    const head = await call('HEAD', '/state');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('admin endpoints are available at the root and below the path of the base URL', async () => {
    const fake = createFakeServer({ seed: demoSeed(), baseUrl: 'https://a.test/api' });
    const { call, url, fetch } = await startAdmin({}, fake);
    expect((await call('GET', '/state')).status).toBe(200);
    const below = await fetch(`${url}/__fake/faults`, {
      method: 'POST',
      body: JSON.stringify({ operation: 'listWorkspaces', status: 503 }),
    });
    expect([new URL(url).pathname, below.status]).toEqual(['/api', 201]);
    expect(fake.faults.list()).toHaveLength(1);
    const overview = await fetch(`${url}/__fake/schema.json`);
    expect(await overview.json()).toMatchObject({ $id: '/__fake/schema.json' });
    for (const path of ['/api/__fakes/state', '/other/__fake/state', '/api/x/__fake/state'])
      expect((await fetch(new URL(path, url))).status).toBe(404);
  });
});

describe('admin endpoints and pages from other origins', () => {
  test('a page from another origin cannot call the admin endpoints', async () => {
    const { call, fake } = await startAdmin();
    fake.mockServices.add({ title: 'kept' });
    for (const origin of ['https://evil.test', 'null', 'http://localhost:5173']) {
      expect((await call('POST', '/reset', undefined, { origin })).status).toBe(403);
    }
    expect(fake.mockServices.list()).toHaveLength(6);
  });

  test('a page from the same origin or an allowed origin can call the admin endpoints', async () => {
    const { call, url } = await startAdmin({ corsOrigin: 'http://localhost:5173' });
    expect((await call('POST', '/reset', undefined, { origin: url })).status).toBe(204);
    const { status, headers } = await call('POST', '/reset', undefined, { origin: 'http://localhost:5173' });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:5173']);
    expect((await call('POST', '/reset', undefined, { origin: 'https://evil.test' })).status).toBe(403);
  });
});
