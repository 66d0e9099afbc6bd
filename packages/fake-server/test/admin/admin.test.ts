import {
  createFakeServer,
  demoSeed,
  type Fault,
  type ReadJournal,
  type Snapshot,
} from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { mockServicesPath } from '../support/paths.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';
import { startAdmin } from './call.ts';

const seed = {
  mockServices: [mockService(1)],
  workspaces: [workspace(2)],
  activity: { [idOf(2)]: [activityEntry(3)] },
};

describe('the admin endpoints', () => {
  test('a test can seed, break, watch, advance, save, reset and restore a fake server', async () => {
    const { call, send, url, fetch, fake } = await startAdmin();
    const client = createClient({ baseUrl: url, fetch, token: 'hunter2', maxRetries: 0 });
    const titles = async () => (await client.mockServices.list()).map(({ title }) => title);
    const seeded = { mockServices: [{ title: 'Orders' }, { title: 'Payments' }] };
    expect((await call('seed', seeded)).status).toBe(204);
    const fault = { operation: 'listMockServices', status: 503, times: 1 };
    const added = await call('faults.add', fault);
    expect([added.status, added.json()]).toEqual([200, { ...fault, id: 1, seen: 0, used: 0 }]);
    await expect(titles()).rejects.toMatchObject({ status: 503 });
    expect(await titles()).toEqual(['Orders', 'Payments']);
    const { text, json } = await send('GET', 'journal.read');
    const { clean, entries } = json() as ReadJournal;
    expect([clean, entries.map(({ response }) => response.statusCode)]).toEqual([true, [503, 200]]);
    expect(text).not.toContain('hunter2');
    const found = await call('journal.find', { operation: 'listMockServices', status: 503 });
    expect(found.json()).toMatchObject([{ number: 1 }]);
    expect((await call('clock.advance', ['1h'])).status).toBe(204);
    const snapshot = (await send('GET', 'snapshot')).json() as Snapshot;
    const saved = everythingOf(fake);
    expect((await call('mockServices.add', { title: 'Returns' })).status).toBe(200);
    expect((await call('reset')).status).toBe(204);
    expect((await send('GET', 'clock.now')).json()).toBe(Date.parse('2026-01-01T00:00:00Z'));
    expect((await call('restore', snapshot)).status).toBe(204);
    expect(everythingOf(fake)).toEqual(saved);
  });

  test('admin endpoints need no token, even if the other endpoints require a token', async () => {
    const { call, url, fetch } = await startAdmin(
      {},
      createFakeServer({ seed: demoSeed(), requiredToken: 'hunter2' }),
    );
    expect((await fetch(url + mockServicesPath)).status).toBe(401);
    expect((await call('data')).status).toBe(200);
  });

  test('an invalid seed is rejected with a list of its problems and changes no data', async () => {
    const { call, fake } = await startAdmin();
    fake.mockServices.add({ title: 'kept' });
    const before = everythingOf(fake);
    const response = await call('seed', { mockServices: [{ ...mockService(1), title: 7 }], works: [] });
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.json()).toMatchObject({
      status: 422,
      detail: 'The body has 2 problems: mockServices[0].title: expected string, received number …',
      errors: [
        { pointer: '/mockServices/0/title', detail: 'expected string, received number' },
        { pointer: '/works' },
      ],
    });
    expect(everythingOf(fake)).toEqual(before);
  });

  test('an invalid argument of several gets 422 with a pointer into it, and changes nothing', async () => {
    const { call, fake } = await startAdmin({}, createFakeServer({ seed }));
    const before = everythingOf(fake);
    const response = await call('activity.record', [idOf(2), { response: { statusCode: 'ok' } }]);
    const errors = [{ pointer: '/response/statusCode' }];
    expect([response.status, response.json()]).toMatchObject([422, { errors }]);
    expect(everythingOf(fake)).toEqual(before);
  });

  test.each([
    [
      'mockServices.update',
      [idOf(9), {}],
      'There is no mock service with this id. mockServices.add adds one.',
    ],
    ['faults.remove', [9], 'No fault has this id or applies only to this operation.'],
  ])('an unknown id gets 404: %s %j', async (name, body, detail) => {
    const { call } = await startAdmin({}, createFakeServer({ seed }));
    const response = await call(name, body);
    expect([response.status, response.json()]).toMatchObject([404, { detail }]);
  });

  test('a check that fails gets 409 and says why', async () => {
    const { call, send, fake } = await startAdmin();
    expect((await send('GET', 'journal.assertClean')).status).toBe(204);
    fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    for (const name of ['faults.assertClean', 'journal.assertClean']) {
      const response = await call(name);
      const detail = expect.stringContaining('fault 1 for listWorkspaces was never applied') as string;
      expect([response.status, response.json()]).toMatchObject([409, { detail, code: 'not-clean' }]);
    }
  });

  test('the exchanges of a HAR are added, and skipped parts are returned with a reason', async () => {
    const { call, fake } = await startAdmin({}, createFakeServer({ seed }));
    const entry = {
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 5,
      request: { method: 'GET', url: 'https://a.test/b', headers: [] },
      response: { status: 200, headers: [], content: { text: 'ü' } },
    };
    const pending = { ...entry, response: null };
    const imported = await call('activity.fromHar', [idOf(2), { log: { entries: [entry, pending] } }]);
    const { entries, skipped } = imported.json() as { entries: object[]; skipped: { index: number }[] };
    expect(fake.activity.list(idOf(2)).slice(1)).toEqual(entries);
    expect([entries.length, skipped.map(({ index }) => index)]).toEqual([1, [1]]);
  });

  test('admin endpoints are available at the root and below the path of the base URL', async () => {
    const fake = createFakeServer({ seed: demoSeed(), baseUrl: 'https://a.test/api' });
    const { url, fetch } = await startAdmin({}, fake);
    for (const path of ['/__fake/data', '/api/__fake/data'])
      expect((await fetch(new URL(path, url))).status).toBe(200);
    for (const path of ['/api/__fakes/data', '/other/__fake/data'])
      expect((await fetch(new URL(path, url))).status).toBe(404);
  });
});

interface List {
  readonly servedBy: string;
  readonly how: string;
  readonly examples: readonly string[];
  readonly operations: Readonly<Record<string, string>>;
  readonly calls: Readonly<Record<string, { does: string; get?: true; args?: string[]; body?: unknown }>>;
}

describe('the list of calls', () => {
  test('has one line with an example for each call, also without the slash', async () => {
    const { send, url } = await startAdmin();
    const { text, json, headers } = await send('GET', '');
    const list = json() as List;
    expect(headers.get('content-type')).toBe('application/json');
    expect(list.operations['listMockServices']).toBe('GET /configuration/mock-services');
    expect(list.how).toContain(`POST ${new URL(url).origin}/__fake/<call>`);
    for (const [name, { does, args, body }] of Object.entries(list.calls)) {
      expect(does).toMatch(/^[A-Z].*\.$/);
      expect(args === undefined).toBe(body === undefined);
      expect(text).toMatch(new RegExp(`^ {4}"${name}": .*"does":"${does.slice(0, 20)}.*\\},?$`, 'm'));
    }
    expect((await send('GET', '?a=1')).text).toBe(text);
    expect((await send('HEAD', '')).text).toBe('');
  });

  test('has examples that work, in the order of the list', async () => {
    const scenarios = { empty: () => undefined };
    const { send, call } = await startAdmin({}, createFakeServer({ scenarios }));
    const { calls } = (await send('GET', '')).json() as List;
    const statuses: Record<string, number> = {};
    for (const [name, { body, get }] of Object.entries(calls)) {
      if (name === 'journal.waitFor') continue;
      const { status } = await call(name, body);
      expect([name, (await send('GET', name)).status]).toEqual([name, get ? status : 405]);
      if (status >= 300) statuses[name] = status;
    }
    const unknown = Object.keys(statuses).filter((name) => statuses[name] === 404);
    expect(unknown).toEqual(expect.arrayContaining(['mockServices.get', 'journal.expect']));
    for (const name of unknown) delete statuses[name];
    // The data of an example must be short.
    expect(statuses).toEqual({ restore: 422 });
  });
});

describe('a call in a wrong form', () => {
  test.each([
    ['fault.add', 'There is no call with this name. Did you mean faults.add? GET /__fake/ lists all calls.'],
    ['mockServices/add', 'Did you mean mockServices.add?'],
  ])('an unknown name gets 404 and a suggestion: %s', async (name, detail) => {
    const { call } = await startAdmin();
    const response = await call(name, {});
    expect(response.status).toBe(404);
    expect(response.json()).toMatchObject({
      detail: expect.stringContaining(detail) as string,
      code: 'no-call',
    });
  });

  test.each([
    ['GET', 'reset', 'POST', 'Send POST /__fake/reset.'],
    ['DELETE', 'journal.entries', 'GET, POST', 'Send POST /__fake/journal.entries.'],
  ])('another method gets 405: %s %s', async (method, name, allow, detail) => {
    const { send } = await startAdmin();
    const { status, headers, json } = await send(method, name);
    expect([status, headers.get('allow'), json()]).toMatchObject([
      405,
      allow,
      { detail: expect.stringContaining(detail) as string },
    ]);
  });

  test.each([
    ['clock.advance', '"1h"', '(by), such as ["1h"]; it is "1h".'],
    ['activity.record', '{"request":{}}', '(workspaceId, exchange?), such as ["'],
    ['mockServices.add', '[{}, {}]', '(mockService?), such as {"title":"Orders"}; it is an array of 2.'],
    ['reset', '[1]', 'must be empty, because the call has no arguments; it is an array of 1.'],
  ])('a body that does not fit the arguments gets 422 and an example: %s %s', async (name, body, detail) => {
    const { call, fake } = await startAdmin();
    const before = fake.snapshot();
    const response = await call(name, body);
    expect([response.status, response.json()]).toMatchObject([
      422,
      { detail: expect.stringContaining(detail) as string },
    ]);
    expect(fake.snapshot()).toEqual(before);
  });

  test('a body that is not JSON gets 400 with an example, and an empty array means no arguments', async () => {
    const { call } = await startAdmin();
    expect((await call('clock.advance', '1h')).json()).toMatchObject({
      status: 400,
      detail: 'The body is not well-formed JSON. It must be an array of arguments (by), such as ["1h"].',
    });
    expect((await call('reset', '[]')).status).toBe(204);
  });
});

test('warnings are in a header of each response, and in the terminal once', async () => {
  const printed: string[] = [];
  const onWarning = (message: string) => void printed.push(message);
  const { call } = await startAdmin({}, createFakeServer({ onWarning }));
  const warningsOf = async (name: string, body: unknown) =>
    JSON.parse((await call(name, body)).headers.get('x-fake-warnings') ?? '[]') as string[];
  const [first] = await warningsOf('mockServices.add', { titel: 'Orders' });
  expect(first).toBe('Unknown field `titel`. Did you mean `title`?');
  expect(await warningsOf('mockServices.add', { titel: 'Orders' })).toEqual([first]);
  expect(await warningsOf('mockServices.add', { title: 'Orders' })).toEqual([]);
  expect(printed).toEqual([first]);
});

test('`JSON.stringify` shows a fault with its counts, and nothing after it was removed', () => {
  const fake = createFakeServer();
  const fault = fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  const [listed] = fake.faults.list();
  expect(JSON.parse(JSON.stringify(fault)) as Fault).toEqual(listed);
  fault.remove();
  expect([fault.toJSON(), JSON.stringify([fault])]).toEqual([undefined, '[null]']);
});

test('a page from the same origin or an allowed origin can call the admin endpoints', async () => {
  const { call, url } = await startAdmin({ corsOrigin: 'http://localhost:5173' });
  expect((await call('reset', undefined, { origin: url })).status).toBe(204);
  const { status, headers } = await call('reset', undefined, { origin: 'http://localhost:5173' });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:5173']);
  expect((await call('reset', undefined, { origin: 'https://evil.test' })).status).toBe(403);
  const warned = await call('mockServices.add', { titel: '' }, { origin: 'http://localhost:5173' });
  expect(warned.headers.get('access-control-expose-headers')).toContain('x-fake-warnings');
});
