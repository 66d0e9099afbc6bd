import { createFakeServer } from '@mock-services/fake-server/core';
import { fakeTest, type RequestFields, type TimesOption } from '@mock-services/fake-server/vitest';
import type { OperationId } from '@mock-services/sdk';
import type { ActivityMatcher } from '@mock-services/sdk/activity';
import { assert, describe, expect } from 'vitest';
import { idOf, input, workspace } from '../support/samples.ts';

/** The message of the error that an assertion throws. */
function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return String(error);
  }
  return assert.fail('the assertion passes');
}

/** An asymmetric matcher stands for a value of any type. */
const inPlace = (matcher: unknown): never => matcher as never;

describe('toHaveReceived', () => {
  const test = fakeTest({ client: { token: 'hunter2', maxRetries: 0 } });

  test('passes when a request matches', async ({ fake, client }) => {
    expect(fake).not.toHaveReceived('createMockService');
    await client.mockServices.create(input({ title: 'Orders' }));
    expect(fake).toHaveReceived('createMockService');
    expect(fake).toHaveReceived('createMockService', { body: { title: 'Orders' }, status: 201 });
    expect(fake).not.toHaveReceived('createMockService', { body: { title: 'Payments' } });
    expect(fake).not.toHaveReceived('listMockServices');
  });

  test('can expect a number of requests', async ({ fake, client }) => {
    await client.workspaces.list();
    await client.workspaces.list();
    expect(fake).toHaveReceived('listWorkspaces', {}, { times: 2 });
    expect(fake).toHaveReceived('listMockServices', {}, { times: 0 });
    const message = messageOf(() => expect(fake).toHaveReceived('listWorkspaces', {}, { times: 1 }));
    expect(message).toContain(
      'to have received exactly 1 request for listWorkspaces that matches\n\n2 requests match:',
    );
    expect(message).toContain('#1 GET /configuration/workspaces → 200');
  });

  test('shows the nearest requests when none matches, and no credentials', async ({ fake, client }) => {
    await client.mockServices.create(input({ title: 'Orders' }));
    const message = messageOf(() =>
      expect(fake).toHaveReceived('createMockService', { body: { title: 'Payments' } }),
    );
    expect(message).toContain(
      'expected the fake server to have received a request for createMockService that matches',
    );
    expect(message).toContain('body.title: expected "Payments", received "Orders"');
    expect(message).not.toContain('hunter2');
  });

  test('lists the requests that should not have been sent', async ({ fake, client }) => {
    for (let i = 0; i < 7; i += 1) await client.workspaces.list();
    const message = messageOf(() => expect(fake).not.toHaveReceived('listWorkspaces'));
    expect(message).toContain(
      'not to have received a request for listWorkspaces that matches\n\n7 requests match:',
    );
    expect(message).toMatch(/\n… and 2 more$/);
  });

  test('takes asymmetric matchers wherever a value stands', async ({ fake, client }) => {
    await client.mockServices.create(input({ title: 'Orders' }));
    for (const fields of [
      { body: { title: inPlace(expect.any(String)), config: { upstreams: inPlace(expect.any(Array)) } } },
      { body: inPlace(expect.objectContaining({ title: inPlace(expect.stringMatching(/^Ord/)) })) },
      { body: inPlace(expect.stringContaining('"title":"Orders"')) },
      { body: inPlace(expect.not.objectContaining({ title: 'Payments' })) },
      { path: inPlace(expect.stringContaining('mock-service')), status: inPlace(expect.anything()) },
      {
        headers: {
          'Content-Type': inPlace(expect.stringMatching('json')),
          'x-none': inPlace(expect.not.stringMatching('a')),
        },
      },
      { headers: inPlace(expect.objectContaining({ 'content-type': 'application/json' })) },
      { params: inPlace(expect.objectContaining({})) },
    ]) {
      expect(fake).toHaveReceived('createMockService', fields);
      expect(() => expect(fake).not.toHaveReceived('createMockService', fields)).toThrow(
        '1 request matches:',
      );
    }
    const { id } = fake.mockServices.add();
    await client.mockServices.get(id.toUpperCase());
    const mockServiceId = inPlace(expect.stringMatching(/^[\da-f-]+$/));
    expect(fake).toHaveReceived('getMockService', { params: { mockServiceId } });
  });

  test('shows asymmetric matchers by their names', async ({ fake, client }) => {
    await client.mockServices.create(input({ title: 'Orders' }));
    const body = {
      title: inPlace(expect.any(Number)),
      type: inPlace(expect.stringContaining('GraphQL')),
    };
    const message = messageOf(() => expect(fake).toHaveReceived('createMockService', { body }));
    expect(message).toContain('{"title":"Any<Number>","type":"StringContaining \\"GraphQL\\""}');
    expect(message).toContain('body.title: expected Any<Number>, received "Orders"');
    expect(message).toContain('body.type: expected StringContaining "GraphQL", received "REST"');
  });

  test('waits with expect.poll', async ({ fake, client, expect }) => {
    setTimeout(() => void client.workspaces.list(), 20);
    await expect.poll(() => fake).toHaveReceived('listWorkspaces');
  });

  test.each<[object, object | undefined, string]>([
    [{ stauts: 201 }, undefined, 'has no field "stauts". Did you mean status?'],
    [{ title: 'Orders' }, undefined, 'A field of the body is matched within body: { … }.'],
    [{}, { time: 1 }, 'This matcher has no option "time". There is times'],
  ])('names a field or an option that does not exist: %o, %o', (fields, options, message) => {
    const fake = createFakeServer();
    const expectIt = () => expect(fake).toHaveReceived('createMockService', fields, options);
    expect(expectIt).toThrow(message);
    expect(() => expect(fake).not.toHaveReceived('createMockService', fields, options)).toThrow(message);
  });

  test.each<[unknown, unknown, string]>([
    [() => false, undefined, 'The fields of this matcher have to be an object, not function.'],
    [null, undefined, 'The fields of this matcher have to be an object, not null.'],
    [[], undefined, 'The fields of this matcher have to be an object, not array.'],
    [{}, 5, 'The options of this matcher have to be an object, not 5.'],
    [{}, null, 'The options of this matcher have to be an object, not null.'],
    ...[Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY].map((times): [object, object, string] => [
      {},
      { times },
      `The option times has to be a whole number, 0 or more, not ${times}.`,
    ]),
    [{}, { times: '1' }, 'The option times has to be a whole number, 0 or more, not "1".'],
  ])('refuses what would pass whatever was received: %o, %o', async (fields, options, message) => {
    const fake = createFakeServer();
    await fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
    const given = [fields, options] as [RequestFields, TimesOption];
    const error = new TypeError(message);
    expect(() => expect(fake).toHaveReceived('listWorkspaces', ...given)).toThrow(error);
    expect(() => expect(fake).not.toHaveReceived('listWorkspaces', ...given)).toThrow(error);
  });

  test('refuses fields that a spread would lose', ({ fake }) => {
    const fields = new Map([['status', 200]]) as RequestFields;
    expect(() => expect(fake).not.toHaveReceived('listWorkspaces', fields)).toThrow('cannot be a Map');
  });

  test('rejects unknown operations, naming the nine, and values that are not fake servers', ({ fake }) => {
    const other = 'deleteWorkspace' as OperationId;
    expect(() => expect(fake).toHaveReceived(other)).toThrow(
      /"deleteWorkspace"; there are .*listWorkspaces.*Did you mean \w+\?$/,
    );
    expect(() => expect({ journal: {} }).toHaveReceived('listWorkspaces')).toThrow(
      'a matcher for fake servers',
    );
  });
});

describe('toHaveRecorded', () => {
  const test = fakeTest({ seed: { workspaces: [workspace(1), workspace(2)] } });
  const order = { request: { method: 'POST', url: 'https://shop.example/orders?token=hunter2' } };

  test('passes when an entry matches', ({ fake }) => {
    fake.activity.record(idOf(1), order);
    expect(fake).toHaveRecorded(idOf(1));
    expect(fake).toHaveRecorded(idOf(1), { method: 'post', path: '/orders' });
    expect(fake).not.toHaveRecorded(idOf(2));
    expect(fake).not.toHaveRecorded(idOf(1), { method: 'GET' });
  });

  test('can expect a number of entries', ({ fake }) => {
    fake.activity.record(idOf(1), order);
    fake.activity.record(idOf(1), order);
    expect(fake).toHaveRecorded(idOf(1), { path: '/orders' }, { times: 2 });
    expect(fake).toHaveRecorded(idOf(2), {}, { times: 0 });
    const message = messageOf(() => expect(fake).toHaveRecorded(idOf(1), { path: '/orders' }, { times: 1 }));
    expect(message).toContain(
      'to have exactly 1 entry that matches\n\n2 entries match:\n1. POST shop.example/orders',
    );
  });

  test('shows the nearest entries when none matches', ({ fake }) => {
    fake.activity.record(idOf(1), order);
    const message = messageOf(() => expect(fake).toHaveRecorded(idOf(1), { method: 'POST', status: 503 }));
    expect(message).toContain(
      `expected the activity log of workspace ${idOf(1)} to have an entry that matches`,
    );
    expect(message).toContain('No entry matches, of 1 recorded. The nearest:');
    expect(message).toMatch(/status: expected 503, recorded 200/);
    expect(message).not.toContain('hunter2');
  });

  test('lists the entries that should not have been recorded', ({ fake }) => {
    for (let i = 0; i < 7; i += 1) fake.activity.record(idOf(1), order);
    const message = messageOf(() => expect(fake).not.toHaveRecorded(idOf(1), { method: 'POST' }));
    expect(message).toContain(
      'not to have an entry that matches\n\n7 entries match:\n1. POST shop.example/orders',
    );
    expect(message).toMatch(/\n… and 2 more$/);
    expect(message).not.toContain('hunter2');
  });

  test('works with expect.soft, expect.poll and the expect of the test context', async ({ fake, expect }) => {
    setTimeout(() => fake.activity.record(idOf(1), order), 20);
    await expect.poll(() => fake).toHaveRecorded(idOf(1), { path: '/orders' });
    expect.soft(fake).toHaveRecorded(idOf(1));
    await expect(Promise.resolve(fake)).resolves.toHaveRecorded(idOf(1));
  });

  test('names a field or an option that does not exist', ({ fake }) => {
    const matchers = [{ stauts: 200 } as ActivityMatcher, { time: 1 } as TimesOption] as const;
    expect(() => expect(fake).toHaveRecorded(idOf(1), matchers[0])).toThrow('did you mean status?');
    expect(() => expect(fake).toHaveRecorded(idOf(1), {}, matchers[1])).toThrow('no option "time"');
  });

  test.each([null, 5, { times: -1 }])('refuses options that have no meaning: %o', (options) => {
    const fake = createFakeServer({ seed: { workspaces: [workspace(1)] } });
    expect(() => expect(fake).not.toHaveRecorded(idOf(1), {}, options as TimesOption)).toThrow(TypeError);
  });

  test('rejects unknown workspaces, and values that are not fake servers', ({ fake }) => {
    expect(() => expect(fake).toHaveRecorded(idOf(404))).toThrow(/workspace/);
    expect(() => expect(fake).toHaveRecorded(undefined as never)).toThrow(
      'workspaceId: expected string, received nothing',
    );
    for (const other of [undefined, null, 'fake', {}, { activity: [] }]) {
      expect(() => expect(other).toHaveRecorded(idOf(1))).toThrow(
        'toHaveRecorded() is a matcher for fake servers',
      );
    }
  });
});
