import {
  createFakeServer,
  emptyWorld,
  type FakeServer,
  type Snapshot,
} from '@mock-services/fake-server/core';
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  json,
  jsonValue,
  oneof,
  string,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mockService } from '../support/samples.ts';
import { startAdmin } from './call.ts';
import { runs } from '../../../../tools/lib/near.ts';

/** Returns the JSON of a value in which the string `"…"` is replaced by `levels` nested arrays. */
const nested = (levels: number, value: unknown) =>
  JSON.stringify(value).replace('"…"', '['.repeat(levels) + ']'.repeat(levels));

describe('an invalid admin request', () => {
  const wrong: [string, string, (fake: FakeServer) => unknown][] = [
    ['a snapshot nested in its data', 'restore', (fake) => ({ ...emptied(fake), data: { workspaces: '…' } })],
    ['a mock service', 'mockServices.add', () => ({ more: '…' })],
    ['a search', 'journal.find', () => ({ body: '…' })],
  ];

  test.each(wrong)(
    'an admin request with a body nested too deeply gets 422 and changes no data: %s',
    async (_, name, body) => {
      const { call, fake, url, fetch } = await startAdmin();
      await fetch(`${url}/nowhere`);
      fake.mockServices.add({ title: 'kept' });
      fake.faults.add({ operation: 'listWorkspaces', status: 503 });
      fake.clock.advance('1h');
      const before = fake.snapshot();
      for (const levels of [1011, 9000]) {
        const response = await call(name, nested(levels, body(fake)));
        expect([response.status, response.headers.get('content-type')]).toEqual([
          422,
          'application/problem+json',
        ]);
        expect(fake.snapshot()).toEqual(before);
      }
    },
  );

  const names = Object.keys(createFakeServer()).flatMap((part) => {
    const own: unknown = Reflect.get(createFakeServer(), part);
    if (typeof own === 'object') return Object.keys(own as object).map((name) => `${part}.${name}`);
    return ['handle', 'fetch', 'baseUrl'].includes(part) ? [] : [part];
  });

  test.each(names.filter((name) => name !== 'journal.subscribe'))(
    'random bodies get no 500, and an error changes no data: %s',
    async (name) => {
      const { call, fake } = await startAdmin();
      fake.faults.add({ operation: 'listWorkspaces', status: 503 });
      const before = fake.snapshot();
      const [workspaceId] = fake.workspaces.list().map(({ id }) => id);
      const [serviceId] = fake.mockServices.list().map(({ id }) => id);
      const keys = constantFrom(
        'version',
        'data',
        'clock',
        'mockServices',
        'workspaces',
        'operation',
        'status',
        'title',
        'params',
        'headers',
        'request',
        'timeout',
        'times',
        '__proto__',
        'constructor',
        'toJSON',
      );
      const argument = oneof(
        jsonValue(),
        dictionary(keys, jsonValue()),
        constantFrom(workspaceId, serviceId, '1ms', 0, 'listWorkspaces', {}),
      );
      const body = oneof(
        json(),
        argument.map((value) => JSON.stringify(value)),
        array(argument, { maxLength: 4 }).map((args) => JSON.stringify(args)),
        string(),
      );
      await assert(
        asyncProperty(body, async (text) => {
          const sent = name === 'journal.waitFor' ? text.replaceAll(/\d/g, '1') : text;
          const { status } = await call(name, sent);
          expect([200, 204, 400, 404, 409, 422]).toContain(status);
          if (status <= 204) fake.restore(before);
          expect(fake.snapshot()).toEqual(before);
        }),
        runs(20),
      );
    },
  );

  test('the response to 300 unknown keys lists 100 problems', async () => {
    const { call } = await startAdmin();
    const keys = Array.from({ length: 300 }, (_, n) => `"stats${n}":0`);
    const response = await call('faults.add', `{${keys.join(',')}}`);
    expect(response.status).toBe(422);
    const problem = response.json() as { detail: string; errors: { detail: string }[] };
    expect(problem.detail).toMatch(/^The body has 301 problems: operation: expected one of .* …$/);
    expect(problem.errors).toHaveLength(100);
  });

  test('a seed or snapshot that exceeds `maxWorldBytes` is rejected and changes no data', async () => {
    const small = createFakeServer({ seed: emptyWorld(), maxWorldBytes: 1000 });
    small.faults.add({ operation: 'getMockService', status: 503 });
    const { call, fake } = await startAdmin({}, small);
    fake.handle({ method: 'GET', path: '/configuration/workspaces' });
    const before = fake.snapshot();
    const data = { ...emptyWorld(), mockServices: [mockService(1, { title: 'x'.repeat(500) })] };
    const detail = expect.stringContaining('maxWorldBytes') as string;
    const seeding = await call('seed', data);
    expect([seeding.status, seeding.json()]).toMatchObject([
      422,
      { detail, errors: [{ pointer: '', detail }] },
    ]);
    const restoring = await call('restore', { ...before, data });
    expect([restoring.status, restoring.json()]).toMatchObject([
      422,
      { errors: [{ pointer: '/data', detail }] },
    ]);
    expect(fake.snapshot()).toEqual(before);
  });

  test('a request matcher gets 422 if it is invalid, but not if it finds nothing', async () => {
    const { call } = await startAdmin();
    for (const body of [[null], { params: { id: 7 } }, { verb: 'GET' }]) {
      const response = await call('journal.find', body);
      const detail = expect.stringContaining('The matcher is invalid:\n') as string;
      expect([body, response.status, response.json()]).toMatchObject([body, 422, { detail }]);
    }
    expect((await call('journal.find', { params: { constructor: 'x' } })).json()).toEqual([]);
  });
});

/** Returns a snapshot without data. */
function emptied(fake: FakeServer): Snapshot {
  return { ...fake.snapshot(), data: emptyWorld() };
}
