import { createFakeServer } from '@mock-services/fake-server/core';
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
import { startAdmin } from './call.ts';
import { runs } from '../../../../tools/lib/near.ts';

describe('an invalid admin request', () => {
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
