import { createClient, isValidationError, type WarningEvent } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { responding } from '../support/fetches.ts';
import { aMockService, anInput, mockServiceId, withField, workspaceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';
const refusing = { baseUrl, fetch: vi.fn(responding('', { status: 404 }).fetch) };
const { mockServices } = createClient(refusing);

/** Returns the ValidationError of a call that sends no request. */
async function refusalOf(call: () => Promise<unknown>) {
  refusing.fetch.mockClear();
  const error = await failureOf(call());
  expect(error).toMatchObject({ name: 'ValidationError', side: 'request', attempts: 0 });
  expect(refusing.fetch).not.toHaveBeenCalled();
  return error;
}

describe('invalid requests', () => {
  test.each(['', '.', '..', 'a/b', '%2e%2e', 'not-a-uuid', `${mockServiceId}/x`, ` ${mockServiceId}`])(
    'a request is rejected before it is sent if its identifier is %j',
    async (id) => {
      expect(await refusalOf(() => mockServices.get(id))).toMatchObject({
        issues: [{ path: 'mockServiceId', expected: 'UUID', received: 'string of another form' }],
        url: `${baseUrl}/configuration/mock-service/:mockServiceId`,
      });
    },
  );

  test.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [7, 'number'],
  ])('the error for the identifier %s has the received type: %s', async (id, received) => {
    const issues = [{ path: 'mockServiceId', pointer: '/mockServiceId', expected: 'UUID', received }];
    expect(await refusalOf(() => mockServices.get(id as unknown as string))).toMatchObject({ issues });
  });

  test('an invalid identifier is rejected even if totalTimeout is 0', async () => {
    const error = await refusalOf(() => mockServices.get('x', { totalTimeout: 0 }));
    expect(error).toMatchObject({ issues: [{ path: 'mockServiceId' }] });
  });

  test.each<[unknown, string]>([
    [7, 'number'],
    [null, 'null'],
    [undefined, 'nothing'],
    ['x', 'string'],
  ])(
    'a request with the body %j is rejected, and the issue path omits the envelope',
    async (input, received) => {
      const issues = [{ path: '', pointer: '', expected: 'object', received }];
      expect(await refusalOf(() => mockServices.update(mockServiceId, input as never))).toMatchObject({
        issues,
      });
      expect(await refusalOf(() => mockServices.create(input as never))).toMatchObject({ issues });
    },
  );

  test('a request with invalid fields is rejected, and the error names the path of each field', async () => {
    let wrong = withField(anInput(), ['config', 'cors', 'allowedMethods'], ['GET', 7]);
    wrong = withField(wrong, ['config', 'upstreams', 0, 'url'], '/relative');
    wrong = withField(wrong, ['title'], undefined);
    const methods = { path: 'config.cors.allowedMethods[1]', pointer: '/config/cors/allowedMethods/1' };
    const issues = [
      { path: 'title', pointer: '/title', expected: 'string', received: 'nothing' },
      { ...methods, received: 'number' },
      { path: 'config.upstreams[0].url', expected: 'absolute URL', received: 'string of another form' },
    ];
    expect(await refusalOf(() => mockServices.create(wrong as never))).toMatchObject({ issues });
    expect(await refusalOf(() => mockServices.update(mockServiceId, wrong as never))).toMatchObject({
      issues,
    });
  });

  const circle: Record<string, unknown> = { ...anInput() };
  circle['self'] = circle;
  const get = () => {
    throw new Error('x');
  };
  test.each<[string, object]>([
    ['items instead of fields', []],
    ['a cycle', circle],
    ['fields that JSON omits', Object.create(anInput(), {}) as object],
    ['a toJSON method that returns a string', { ...anInput(), toJSON: () => 'gone' }],
    ['a getter that throws', Object.defineProperty({ ...anInput() }, 'x', { enumerable: true, get })],
  ])('a request is rejected before it is sent if its body has %s', async (_, input) => {
    const error = await refusalOf(() => mockServices.create(input as never));
    expect(isValidationError(error) && error.issues).not.toEqual([]);
  });
});

test('the error for an invalid response names the operation, path and types, but no values', async () => {
  const broken = withField(aMockService(), ['config', 'cors', 'allowedMethods', 1], { secret: 'canary' });
  const client = createClient({ baseUrl, ...responding(JSON.stringify({ data: broken })) });
  const error = await failureOf(client.mockServices.get(mockServiceId));
  expect(error).toMatchObject({
    name: 'ValidationError',
    side: 'response',
    operation: 'getMockService',
    issues: [{ path: 'data.config.cors.allowedMethods[1]', expected: 'string', received: 'object' }],
  });
  expect(JSON.stringify(error)).not.toContain('canary');
});

describe('130,000 issues', () => {
  // A function call cannot have this many arguments.
  const items = Array.from({ length: 130_000 }, () => 7);
  const log = responding(JSON.stringify({ data: items }));

  test('the message of a ValidationError contains the number of issues, even if a response has 130,000 issues', async () => {
    const error = await failureOf(createClient({ baseUrl, ...log }).activity.list(workspaceId));
    expect(error).toMatchObject({ name: 'ValidationError', side: 'response' });
    expect(isValidationError(error) && error.issues).toHaveLength(101);
    expect(error.message).toMatch(/data\[9\]: expected object, received number\n {2}and 129990 more$/);
  });

  test('with `validation: warn`, a response with 130,000 issues causes one warning per path', async () => {
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    const client = createClient({ baseUrl, validation: 'warn', onWarning, ...log });
    await expect(client.activity.list(workspaceId)).resolves.toHaveLength(items.length);
    expect(onWarning.mock.calls.map(([{ path }]) => path)).toEqual(['data[0]', '']);
  });

  test('a request with 130,000 issues causes a ValidationError', async () => {
    const input = withField(anInput(), ['config', 'upstreams'], items);
    const error = await refusalOf(() => mockServices.create(input as never));
    expect(isValidationError(error) && error.issues[0]).toMatchObject({ path: 'config.upstreams[0]' });
  });
});
