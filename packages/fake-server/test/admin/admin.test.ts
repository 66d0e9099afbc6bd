import {
  createFakeServer,
  demoSeed,
  type Fault,
  type ReadJournal,
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
    expect((await call('data')).text).toContain('The admin endpoints are off.');
  });

  test('admin endpoints need no token, even if the other endpoints require a token', async () => {
    const { call, url, fetch } = await startAdmin(
      {},
      createFakeServer({ seed: demoSeed(), requiredToken: 'hunter2' }),
    );
    expect((await fetch(`${url}/configuration/workspaces`)).status).toBe(401);
    expect((await call('data')).status).toBe(200);
  });

  test('a call returns the current data in the format of a seed', async () => {
    const { send, fake } = await startAdmin({}, createFakeServer({ seed }));
    const data = (await send('GET', 'data')).json() as typeof seed;
    expect(data).toMatchObject(seed);
    expect(data).toEqual(fake.data());
    expect(everythingOf(createFakeServer({ seed: data }))).toEqual(everythingOf(fake));
  });

  test('a call replaces all data with a seed, to which a later call resets it', async () => {
    const { call, fake } = await startAdmin();
    fake.clock.advance('1h');
    expect((await call('seed', { mockServices: seed.mockServices })).status).toBe(204);
    expect(fake.mockServices.list()).toEqual(seed.mockServices);
    expect(fake.workspaces.list()).toEqual([]);
    expect(new Date(fake.clock.now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
    const seeded = everythingOf(fake);
    fake.mockServices.add();
    expect((await call('reset')).status).toBe(204);
    expect(everythingOf(fake)).toEqual(seeded);
  });

  test('a seed with variables has their defaults', async () => {
    const { call, fake } = await startAdmin({}, createFakeServer());
    const withVariables = { variables: { HOST: 'a.test' }, mockServices: [{ title: 'at ${HOST}' }] };
    expect((await call('seed', withVariables)).status).toBe(204);
    expect(fake.mockServices.list()).toMatchObject([{ title: 'at a.test' }]);
    const response = await call('seed', { ...withVariables, variables: { HOST: null } });
    expect(response).toMatchObject({ status: 422 });
    expect(response.json()).toMatchObject({ errors: [{ pointer: '/variables/HOST' }] });
  });

  test('an invalid seed is rejected with a list of its problems and changes no data', async () => {
    const { call, fake } = await startAdmin();
    fake.mockServices.add({ title: 'kept' });
    fake.faults.add({ operation: 'getMockService', status: 503, match: () => true });
    const before = everythingOf(fake);
    const response = await call('seed', { mockServices: [{ ...mockService(1), title: 7 }], works: [] });
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
    expect((await call('seed', '[null]')).status).toBe(422);
    expect((await call('seed', '{')).status).toBe(400);
    expect(everythingOf(fake)).toEqual(before);
    expect(fake.faults.list()).toHaveLength(1);
  });

  test('a call returns a snapshot that another fake server can restore', async () => {
    const [one, two] = [await startAdmin(), await startAdmin()];
    one.fake.mockServices.add({ title: 'kept' });
    one.fake.clock.advance('1h');
    const snapshot = (await one.send('GET', 'snapshot')).json() as Snapshot;
    expect((await two.call('restore', snapshot)).status).toBe(204);
    expect(everythingOf(two.fake)).toEqual(everythingOf(one.fake));
    const other = await two.call('restore', { ...snapshot, version: 99 });
    expect([other.status, (other.json() as { detail: string }).detail]).toEqual([
      422,
      expect.stringContaining('version 99'),
    ]);
  });

  test('calls add resources and fill in their missing fields', async () => {
    const { call, fake } = await startAdmin({}, createFakeServer({ seed: {} }));
    const service = await call('mockServices.add', { title: 'Orders', note: 'kept' });
    expect([service.status, service.json()]).toEqual([200, fake.mockServices.list()[0]]);
    expect(fake.mockServices.list()).toMatchObject([{ title: 'Orders', type: 'REST', note: 'kept' }]);
    const added = await call('workspaces.add', { name: 'Checkout', configuration: { title: 'Defaults' } });
    expect([added.status, added.json()]).toEqual([200, fake.workspaces.list()[0]]);
    const { id } = added.json() as { id: string };
    expect(fake.workspaces.getConfiguration(id)).toMatchObject({ title: 'Defaults' });
    const exchange = {
      request: { url: 'https://shop.example/pay?a=1', body: { amount: 1 } },
      response: { statusCode: 503 },
    };
    const entry = await call('activity.record', [id, exchange]);
    expect([entry.status, entry.json()]).toEqual([200, fake.activity.list(id)[0]]);
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
    ['mockServices.add', { title: 7 }, '/title'],
    ['activity.record', [idOf(2), { response: { statusCode: 'ok' } }], '/response/statusCode'],
  ])('an invalid argument gets 422 and changes nothing: %s %j', async (name, body, pointer) => {
    const { call, fake } = await startAdmin({}, createFakeServer({ seed }));
    const before = everythingOf(fake);
    const response = await call(name, body);
    expect([response.status, response.json()]).toMatchObject([422, { errors: [{ pointer }] }]);
    expect(everythingOf(fake)).toEqual(before);
  });

  test.each([
    ['activity.record', [idOf(9), {}], 'There is no workspace with this id. workspaces.add adds one.'],
    [
      'mockServices.update',
      [idOf(9), {}],
      'There is no mock service with this id. mockServices.add adds one.',
    ],
    ['activity.delete', [idOf(2), idOf(9)], 'The log has no entry with this id.'],
    ['faults.remove', [9], 'No fault has this id or applies only to this operation.'],
  ])('an unknown id gets 404: %s %j', async (name, body, detail) => {
    const { call } = await startAdmin({}, createFakeServer({ seed }));
    const response = await call(name, body);
    expect([response.status, response.json()]).toMatchObject([404, { detail }]);
  });

  test('calls add, list and remove faults', async () => {
    const { call, send, url, fake, fetch } = await startAdmin();
    const client = createClient({ baseUrl: url, fetch, maxRetries: 0 });
    const fault = { operation: 'listWorkspaces', match: { method: 'get' }, status: 503, times: 1 };
    const added = await call('faults.add', fault);
    expect([added.status, added.json()]).toEqual([200, { ...fault, id: 1, seen: 0, used: 0 }]);
    await expect(client.workspaces.list()).rejects.toMatchObject({ status: 503 });
    expect(await client.workspaces.list()).toHaveLength(4);
    expect((await send('GET', 'faults.list')).json()).toMatchObject([{ id: 1, used: 1 }]);
    const removed = await call('faults.remove', [1]);
    expect([removed.status, removed.json()]).toEqual([200, true]);
    expect((await call('faults.remove', [1])).status).toBe(404);
    await call('faults.add', { operation: 'getMockService', reset: true });
    expect((await call('faults.remove', ['getMockService'])).status).toBe(200);
    await call('faults.add', { operation: ['getMockService'], hang: true });
    expect((await call('faults.clear')).status).toBe(204);
    expect(fake.faults.list()).toEqual([]);
    const wrong = await call('faults.add', { operation: 'deleteWorkspace', status: 503 });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('listWorkspaces');
    expect((await call('faults.remove', ['1'])).status).toBe(422);
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

  test('calls advance and set the clock', async () => {
    const { call, send, fake } = await startAdmin();
    const now = async () => new Date((await send('GET', 'clock.now')).json() as number).toISOString();
    expect(await now()).toBe('2026-01-01T00:00:00.000Z');
    expect((await call('clock.advance', ['1h'])).status).toBe(204);
    expect(await now()).toBe('2026-01-01T01:00:00.000Z');
    expect((await call('clock.set', ['2030-01-01T00:00:00Z'])).status).toBe(204);
    expect(await now()).toBe('2030-01-01T00:00:00.000Z');
    const wrong: [name: string, argument: unknown, detail: string][] = [
      ['clock.advance', 'soon', 'soon'],
      ['clock.set', 'now', 'now'],
      ['clock.set', null, 'outside the years'],
    ];
    for (const [name, argument, part] of wrong) {
      const response = await call(name, [argument]);
      const detail = expect.stringContaining(part) as string;
      expect([argument, response.json()]).toEqual([
        argument,
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

  test('calls read, search and clear the received requests, except their own', async () => {
    const { call, send, url, fake, fetch } = await startAdmin();
    const client = createClient({ baseUrl: url, fetch, token: 'hunter2', maxRetries: 0 });
    await client.mockServices.create(input({ title: 'Orders' }));
    const read = async () => (await send('GET', 'journal.read')).json() as ReadJournal;
    expect(await read()).toMatchObject({ clean: true, reasons: [], problems: [] });
    await fetch(`${url}/nowhere`);
    fake.faults.add({ operation: 'getMockService', status: 503 });
    const journal = await read();
    expect(journal).toEqual(JSON.parse(JSON.stringify(fake.journal.read())));
    expect(journal).toMatchObject({ clean: false, problems: [{ request: { path: '/nowhere' } }] });
    expect(journal.entries.map(({ response }) => response.statusCode)).toEqual([201, 404]);
    expect(journal.reasons).toEqual([
      expect.stringContaining('/nowhere'),
      expect.stringContaining('fault 1'),
    ]);
    expect(JSON.stringify(journal)).not.toContain('hunter2');
    const found = await call('journal.find', { operation: 'createMockService', body: { title: 'Orders' } });
    expect(found.json()).toMatchObject([{ number: 1, response: { statusCode: 201 } }]);
    const other = { body: { title: 'Payments' } };
    expect((await call('journal.find', other)).json()).toEqual([]);
    expect((await call('journal.explain', other)).json()).toContain('expected "Payments", received "Orders"');
    const waited = await call('journal.waitFor', [other, { timeout: 1 }]);
    expect([waited.status, waited.json()]).toMatchObject([404, { code: 'no-match' }]);
    expect((await call('journal.clear')).status).toBe(204);
    expect((await send('GET', 'journal.entries')).json()).toEqual([]);
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
    const wrong = await call('activity.fromHar', [idOf(2), { log: { entries: 7 } }]);
    expect([wrong.status, wrong.json()]).toMatchObject([422, { errors: [{ pointer: '/log/entries' }] }]);
  });

  test('admin endpoints are available at the root and below the path of the base URL', async () => {
    const fake = createFakeServer({ seed: demoSeed(), baseUrl: 'https://a.test/api' });
    const { call, url, fetch } = await startAdmin({}, fake);
    expect((await call('data')).status).toBe(200);
    const below = await fetch(`${url}/__fake/faults.add`, {
      method: 'POST',
      body: JSON.stringify({ operation: 'listWorkspaces', status: 503 }),
    });
    expect([new URL(url).pathname, below.status]).toEqual(['/api', 200]);
    expect(fake.faults.list()).toHaveLength(1);
    for (const path of ['/api/__fakes/data', '/other/__fake/data', '/api/x/__fake/data'])
      expect((await fetch(new URL(path, url))).status).toBe(404);
  });
});

interface List {
  readonly servedBy: string;
  readonly how: string;
  readonly examples: readonly string[];
  readonly calls: Readonly<Record<string, { does: string; get?: true; args?: string[]; body?: unknown }>>;
}

describe('the list of calls', () => {
  test('has one line with an example for each call, also without the slash', async () => {
    const { send, url } = await startAdmin();
    const { text, json, headers } = await send('GET', '');
    const list = json() as List;
    expect(headers.get('content-type')).toBe('application/json');
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
    ['journal.subscribe', 'There is no call with this name.'],
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
    ['GET', 'faults.add', 'POST', 'Send POST /__fake/faults.add with a body such as {"operation":'],
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
    ['clock.advance', '', '(by), such as ["1h"]; it is an array of 0.'],
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
    const { call, send } = await startAdmin();
    expect((await call('clock.advance', '1h')).json()).toMatchObject({
      status: 400,
      detail: 'The body is not well-formed JSON. It must be an array of arguments (by), such as ["1h"].',
    });
    expect((await call('reset', '[]')).status).toBe(204);
    const head = await send('HEAD', 'data');
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('the warnings about a call', () => {
  test('are in a header of its response, again each time, and in the terminal once', async () => {
    const printed: string[] = [];
    const onWarning = (message: string) => void printed.push(message);
    const { call } = await startAdmin({}, createFakeServer({ onWarning }));
    const warningsOf = async (name: string, body: unknown) =>
      JSON.parse((await call(name, body)).headers.get('x-fake-warnings') ?? '[]') as string[];
    const [first] = await warningsOf('mockServices.add', { titel: 'Orders' });
    expect(first).toBe('Unknown field `titel`. Did you mean `title`?');
    expect(await warningsOf('mockServices.add', { titel: 'Orders' })).toEqual([first]);
    const seeded = { mockServices: [{ titel: 'a' }, { titel: 'b' }] };
    expect(await warningsOf('seed', seeded)).toEqual([`mockServices[0]: ${first}`]);
    expect(await warningsOf('mockServices.add', { title: 'Orders' })).toEqual([]);
    expect(printed).toEqual([first]);
  });

  test('of a scenario reach the caller, too', async () => {
    const scenarios = {
      typo: (fake: { mockServices: { add: (draft: object) => unknown } }) =>
        fake.mockServices.add({ titel: 'a' }),
    };
    const { call } = await startAdmin({}, createFakeServer({ scenarios, onWarning: () => undefined }));
    expect((await call('scenario', ['typo'])).headers.get('x-fake-warnings')).toContain('`titel`');
  });
});

test('`JSON.stringify` shows a fault with its counts, and nothing after it was removed', () => {
  const fake = createFakeServer();
  const fault = fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  const [listed] = fake.faults.list();
  expect(JSON.parse(JSON.stringify(fault)) as Fault).toEqual(listed);
  fault.remove();
  expect([fault.toJSON(), JSON.stringify([fault])]).toEqual([undefined, '[null]']);
});

describe('admin endpoints and pages from other origins', () => {
  test('a page from the same origin or an allowed origin can call the admin endpoints', async () => {
    const { call, url } = await startAdmin({ corsOrigin: 'http://localhost:5173' });
    expect((await call('reset', undefined, { origin: url })).status).toBe(204);
    const { status, headers } = await call('reset', undefined, { origin: 'http://localhost:5173' });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:5173']);
    expect((await call('reset', undefined, { origin: 'https://evil.test' })).status).toBe(403);
    const warned = await call('mockServices.add', { titel: '' }, { origin: 'http://localhost:5173' });
    expect(warned.headers.get('access-control-expose-headers')).toContain('x-fake-warnings');
  });
});
