import {
  type ActivityEntry,
  type ApiPromise,
  type Client,
  createClient,
  isApiError,
  isMockServicesError,
  isTimeoutError,
  isValidationError,
  type Issue,
  type MockService,
  type MockServiceInput,
  type MockServiceSummary,
  type Workspace,
} from '@mock-services/sdk';
import type { BodyOf, DataOf, InputOf, OperationId, ParamsOf, ResultOf } from '@mock-services/sdk/contract';
import { describe, expectTypeOf, test } from 'vitest';

declare const client: Client;
declare const input: MockServiceInput;

describe('results are inferred', () => {
  test('from every method', () => {
    expectTypeOf(client.mockServices.list()).toEqualTypeOf<ApiPromise<MockServiceSummary[]>>();
    expectTypeOf(client.mockServices.get('')).resolves.toEqualTypeOf<MockService>();
    expectTypeOf(client.mockServices.create(input)).resolves.toEqualTypeOf<{ id: string }>();
    expectTypeOf(client.mockServices.update('', input)).resolves.toEqualTypeOf<MockService>();
    expectTypeOf(client.mockServices.delete('')).resolves.toEqualTypeOf<undefined>();
    expectTypeOf(client.workspaces.list()).resolves.toEqualTypeOf<Workspace[]>();
    expectTypeOf(client.workspaces.getConfiguration('')).resolves.toEqualTypeOf<MockService>();
    expectTypeOf(client.workspaces.mockServices.create(input)).resolves.toEqualTypeOf<{ id: string }>();
    expectTypeOf(client.activity.list('')).resolves.toEqualTypeOf<ActivityEntry[]>();
    expectTypeOf(client.activity.clear('')).resolves.toEqualTypeOf<undefined>();
  });

  test('with the response', () => {
    expectTypeOf(client.mockServices.get('').withResponse()).resolves.toEqualTypeOf<{
      readonly data: MockService;
      readonly response: { readonly status: number; readonly headers: Headers; readonly url: string };
      readonly attempts: number;
    }>();
  });

  test('from chained promises', () => {
    expectTypeOf(client.mockServices.list().then((services) => services[0]?.title)).resolves.toEqualTypeOf<
      string | undefined
    >();
    expectTypeOf(client.mockServices.list().catch(() => null)).resolves.toEqualTypeOf<
      MockServiceSummary[] | null
    >();
  });

  test('of metadata that is not in the interface', () => {
    expectTypeOf<ActivityEntry['metadata']['scenarioId']>().toEqualTypeOf<string>();
    expectTypeOf<ActivityEntry['metadata']['other']>().toEqualTypeOf<unknown>();
  });
});

test('known values complete, and others pass', () => {
  expectTypeOf<'REST'>().toExtend<MockService['type']>();
  expectTypeOf<'GRAPHQL'>().toExtend<MockService['type']>();
  expectTypeOf<string>().toExtend<MockService['type']>();
  expectTypeOf<number>().not.toExtend<MockService['type']>();
});

describe('misuse does not compile', () => {
  test('of options', () => {
    // @ts-expect-error baseUrl is required
    createClient({});
    // @ts-expect-error a base URL is no number
    createClient({ baseUrl: 7 });
    // @ts-expect-error there is no such option
    createClient({ baseUrl: '', retries: 3 });
    // @ts-expect-error there is no such mode
    createClient({ baseUrl: '', validation: 'loose' });
    // @ts-expect-error true is no number of milliseconds
    createClient({ baseUrl: '', timeout: true });
    // @ts-expect-error a call has no token of its own
    void client.mockServices.list({ token: 'x' });
    // @ts-expect-error a controller is no signal
    void client.mockServices.list({ signal: new AbortController() });
  });

  test('of ids', () => {
    // @ts-expect-error an id is required
    void client.mockServices.get();
    // @ts-expect-error an id is a string
    void client.mockServices.get(7);
    // @ts-expect-error the log belongs to a workspace
    void client.activity.list({ workspaceId: '' });
  });

  test('of bodies', () => {
    // @ts-expect-error type and config are missing
    void client.mockServices.create({ title: 'x' });
    // @ts-expect-error a title is a string
    void client.mockServices.create({ ...input, title: 1 });
    // @ts-expect-error there is no such field
    void client.mockServices.create({ type: 'REST', title: 'x', config: input.config, tag: 'y' });
    // @ts-expect-error the envelope is not the caller's business
    void client.mockServices.update('', { data: input });
    // @ts-expect-error the config has three fields
    void client.mockServices.create({ ...input, config: { cors: input.config.cors } });
    // @ts-expect-error only what creates something is named by a key
    void client.mockServices.update('', input, { idempotencyKey: { 'Idempotency-Key': 'a' } });
    // @ts-expect-error one key for all calls of a client would make them one
    createClient({ baseUrl: '', idempotencyKey: { 'Idempotency-Key': 'a' } });
    // @ts-expect-error an upstream has a URL
    input.config.upstreams.push({ name: 'x' });
  });

  test('of operations that the interface does not have', () => {
    // @ts-expect-error there is no operation that creates a workspace
    void client.workspaces.create({ name: 'x' });
    // @ts-expect-error an entry cannot be written
    void client.activity.create('');
  });
});

test('guards narrow', () => {
  const error: unknown = undefined;
  if (isMockServicesError(error) && error.name === 'ApiError') {
    expectTypeOf(error.status).toEqualTypeOf<number>();
  }
  if (isApiError(error)) expectTypeOf(error.status).toEqualTypeOf<number>();
  if (isApiError(error)) expectTypeOf(error.body).toEqualTypeOf<unknown>();
  if (isTimeoutError(error)) expectTypeOf(error.phase).toEqualTypeOf<'attempt' | 'total'>();
  if (isValidationError(error)) expectTypeOf(error.issues).toEqualTypeOf<readonly Issue[]>();
});

test('types of an operation are derived from its row', () => {
  expectTypeOf<ParamsOf<'listActivity'>>().toEqualTypeOf<Record<'workspaceId', string>>();
  expectTypeOf<ParamsOf<'updateMockService'>>().toEqualTypeOf<Record<'mockServiceId', string>>();
  expectTypeOf<BodyOf<'updateMockService'>>().toEqualTypeOf<{ data: MockServiceInput }>();
  expectTypeOf<InputOf<'updateMockService'>>().toEqualTypeOf<MockServiceInput>();
  expectTypeOf<BodyOf<'getMockService'>>().toEqualTypeOf<undefined>();
  expectTypeOf<ResultOf<'listActivity'>>().toEqualTypeOf<{ data: ActivityEntry[] }>();
  expectTypeOf<DataOf<'listActivity'>>().toEqualTypeOf<ActivityEntry[]>();
  expectTypeOf<DataOf<'createMockService'>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<ResultOf<'deleteMockService'>>().toEqualTypeOf<undefined>();
  // @ts-expect-error there is no such operation
  expectTypeOf<ResultOf<'createWorkspace'>>().toEqualTypeOf<undefined>();
  expectTypeOf<OperationId>().toExtend<string>();
});
