/** Tests the matcher `toHaveReceived`. */
import { fakeTest } from '@mock-services/fake-server/vitest';
import type { OperationId } from '@mock-services/sdk';
import { createFakeServer, type RequestFields, type TimesOption } from '@mock-services/fake-server/core';
import { describe, expect } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { input } from '../support/samples.ts';

/** Returns the message of the error that an assertion throws. */
const messageOf = (assertion: () => void): string => (failureOf(assertion) as Error).message;

const stringContaining = (text: string): unknown => expect.stringContaining(text);

/** Returns an asymmetric matcher with a type that fits every field. */
const inPlace = (matcher: unknown): never => matcher as never;

describe('toHaveReceived', () => {
  const test = fakeTest({ client: { token: 'hunter2', maxRetries: 0 } });

  test('without `times`, `toHaveReceived` passes if a request matches', async ({ fake, client }) => {
    expect(fake).not.toHaveReceived('createMockService');
    await client.mockServices.create(input({ title: 'Orders' }));
    expect(fake).toHaveReceived('createMockService');
    expect(fake).toHaveReceived('createMockService', { body: { title: 'Orders' }, status: 201 });
    expect(fake).not.toHaveReceived('createMockService', { body: { title: 'Payments' } });
    expect(fake).not.toHaveReceived('listMockServices');
  });

  test('`toHaveReceived` can expect an exact number of requests', async ({ fake, client }) => {
    await client.workspaces.list();
    await client.workspaces.list();
    expect(fake).toHaveReceived('listWorkspaces', {}, { times: 2 });
    expect(fake).toHaveReceived('listMockServices', {}, { times: 0 });
    const message = messageOf(() => expect(fake).toHaveReceived('listWorkspaces', {}, { times: 1 }));
    expect(message).toContain('to have received exactly 1 request for listWorkspaces\n\n2 requests match:');
    expect(message).toContain('#1 GET /configuration/workspaces → 200');
  });

  test('a failed `toHaveReceived` shows the closest requests without credentials', async ({
    fake,
    client,
  }) => {
    await client.mockServices.create(input({ title: 'Orders' }));
    const message = messageOf(() =>
      expect(fake).toHaveReceived('createMockService', { body: { title: 'Payments' } }),
    );
    expect(message).toContain(
      'expected the fake server to have received a request for createMockService with these fields',
    );
    expect(message).toContain('body.title: expected "Payments", received "Orders"');
    expect(message).not.toContain('hunter2');
  });

  test.for<[string, 'passes' | 'fails', RequestFields, TimesOption | undefined]>([
    ['a matching request', 'passes', { status: 200 }, undefined],
    ['the exact number of requests', 'passes', {}, { times: 2 }],
    ['no request with `times: 0`', 'passes', { status: 404 }, { times: 0 }],
    ['no matching request', 'fails', { status: 404 }, undefined],
    ['fewer requests than `times`', 'fails', {}, { times: 3 }],
    ['more requests than `times`', 'fails', {}, { times: 1 }],
    ['a request with `times: 0`', 'fails', {}, { times: 0 }],
  ])('for %s, `journal.expect` %s with the message of `toHaveReceived`', async (row, { fake, client }) => {
    const [, outcome, fields, options] = row;
    await client.workspaces.list();
    await client.workspaces.list();
    const failure = failureOf(() => expect(fake).toHaveReceived('listWorkspaces', fields, options));
    const error = failureOf(() => fake.journal.expect('listWorkspaces', fields, options));
    const { code, message } = Object(error) as { code?: string; message?: string };
    expect([code, message === undefined]).toEqual(
      outcome === 'passes' ? [undefined, true] : ['no-match', false],
    );
    expect((failure as Error | undefined)?.message).toBe(message);
  });

  test('`toHaveReceived` accepts asymmetric matchers in each field', async ({ fake, client }) => {
    const { id } = await client.mockServices.create(input({ title: 'Orders' }));
    await client.mockServices.get(id.toUpperCase());
    const fields = {
      path: inPlace(expect.stringContaining('mock-service')),
      status: inPlace(expect.anything()),
      headers: {
        'Content-Type': inPlace(expect.stringMatching('json')),
        'x-none': inPlace(expect.not.stringMatching('a')),
      },
      body: { title: inPlace(expect.any(String)), config: { upstreams: inPlace(expect.any(Array)) } },
    };
    expect(fake).toHaveReceived('createMockService', fields);
    expect(() => expect(fake).not.toHaveReceived('createMockService', fields)).toThrow('1 request matches:');
    const part = { title: inPlace(expect.stringMatching(/^Ord/)) };
    expect(fake).toHaveReceived('createMockService', { body: inPlace(expect.objectContaining(part)) });
    const headers = { 'content-type': 'application/json' };
    expect(fake).toHaveReceived('createMockService', { headers: inPlace(expect.objectContaining(headers)) });
    const mockServiceId = inPlace(expect.stringMatching(/^[\da-f-]+$/));
    expect(fake).toHaveReceived('getMockService', { params: { mockServiceId } });
  });

  test('a failed `toHaveReceived` shows the names of asymmetric matchers', async ({ fake, client }) => {
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

  test('`toHaveReceived` works with `expect.poll`', async ({ fake, client, expect }) => {
    setTimeout(() => void client.workspaces.list(), 20);
    await expect.poll(() => fake).toHaveReceived('listWorkspaces');
  });

  test('`toHaveReceived` rejects a fake server whose journal is off, even if negated', () => {
    const fake = createFakeServer({ journal: false });
    const off = 'The journal is off';
    expect(() => expect(fake).toHaveReceived('listWorkspaces')).toThrow(off);
    expect(() => expect(fake).not.toHaveReceived('listWorkspaces')).toThrow(off);
    expect(() => fake.journal.expect('listWorkspaces', {}, { times: 0 })).toThrow(off);
  });

  test.for<[unknown, unknown, string]>([
    [{ operation: 'listActivity' }, undefined, 'The operation is the first argument, not a field'],
    [{ times: 1 }, undefined, '`times` is an option, not a field of a request. Pass it after the fields'],
    [{ title: 'Orders' }, undefined, 'To match a field of the body, use `body: { … }`.'],
    [{}, { time: 1 }, '- time: expected one of times, received another field. Did you mean times?'],
    [{}, 5, 'The argument `options` of the assertion has 1 problem:\n- expected object, received 5'],
    [{}, { times: -1 }, '- times: expected integer, 0 or more, received -1'],
  ])(
    '`toHaveReceived` and `journal.expect` reject the fields `%o` with the options `%o`',
    async ([fields, options, message], { fake, client }) => {
      await client.workspaces.list();
      const given = [fields, options] as [RequestFields, TimesOption];
      expect(() => expect(fake).toHaveReceived('listWorkspaces', ...given)).toThrow(message);
      expect(() => expect(fake).not.toHaveReceived('listWorkspaces', ...given)).toThrow(message);
      const error = failureOf(() => fake.journal.expect('listWorkspaces', ...given));
      expect(error).toMatchObject({ code: 'invalid-matcher', message: stringContaining(message) });
    },
  );

  test('`toHaveReceived` rejects unknown operations and values other than fake servers', ({ fake }) => {
    const other = 'deleteWorkspace' as OperationId;
    expect(() => expect(fake).toHaveReceived(other)).toThrow(
      /^Unknown operation "deleteWorkspace"\. Did you mean \w+\? The operations are .*listWorkspaces/,
    );
    expect(() => fake.journal.expect(other)).toThrow('Unknown operation "deleteWorkspace"');
    expect(() => expect({ journal: {} }).toHaveReceived('listWorkspaces')).toThrow(
      'a matcher for fake servers',
    );
  });
});
