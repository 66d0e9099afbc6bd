import {
  type ActivityEntry,
  type AnyMockServicesError,
  type ApiPromise,
  type CallbackError,
  type Client,
  createClient,
  type DeepReadonly,
  type Fetch,
  type HeaderFields,
  isApiError,
  isCallbackError,
  isMockServicesError,
  type Issue,
  isTimeoutError,
  isValidationError,
  type MockService,
  type MockServiceInput,
  type MockServiceSummary,
  type TimeoutLimit,
  type Workspace,
} from '@mock-services/sdk';
import {
  type ActivityErrorCode,
  type ActivityMatcher,
  type BodyFault,
  type Har,
  isActivityError,
} from '@mock-services/sdk/activity';
import type * as sdk from '@mock-services/sdk';
import type * as contract from '@mock-services/sdk/contract';
import type { BodyOf, DataOf, InputOf, OperationId, ParamsOf, ResultOf } from '@mock-services/sdk/contract';
import type * as format from 'har-format';
import nodeFetch from 'node-fetch';
import type { expect as playwright } from 'playwright/test';
import { Agent, fetch as undiciFetch } from 'undici';
import { describe, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as schemas from '../src/contract/schemas.ts';

declare const client: Client;
declare const input: MockServiceInput;

describe('client types', () => {
  test('the client types infer the result of every method', () => {
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

  test('the client types infer the result of withResponse()', () => {
    expectTypeOf(client.mockServices.get('').withResponse()).resolves.toEqualTypeOf<{
      readonly data: MockService;
      readonly response: {
        readonly status: number;
        readonly headers: Headers;
        readonly url: string;
        readonly text: string;
      };
      readonly attempts: number;
    }>();
  });

  test('the client types allow metadata fields that the interface does not define', () => {
    expectTypeOf<ActivityEntry['metadata']['scenarioId']>().toEqualTypeOf<string>();
    expectTypeOf<ActivityEntry['metadata']['other']>().toEqualTypeOf<unknown>();
  });
});

test('the `type` field of a mock service accepts known values and any other string', () => {
  expectTypeOf<'REST'>().toExtend<MockService['type']>();
  expectTypeOf<'GRAPHQL'>().toExtend<MockService['type']>();
  expectTypeOf<string>().toExtend<MockService['type']>();
  expectTypeOf<number>().not.toExtend<MockService['type']>();
});

describe('compiler errors', () => {
  test('the compiler rejects invalid client and call options', () => {
    // @ts-expect-error baseUrl is required
    createClient({});
    // @ts-expect-error a base URL is not a number
    createClient({ baseUrl: 7 });
    // @ts-expect-error there is no such option
    createClient({ baseUrl: '', retries: 3 });
    // @ts-expect-error there is no such mode
    createClient({ baseUrl: '', validation: 'loose' });
    // @ts-expect-error true is not a number of milliseconds
    createClient({ baseUrl: '', timeout: true });
    // @ts-expect-error a call has no token of its own
    void client.mockServices.list({ token: 'x' });
    // @ts-expect-error a controller is not a signal
    void client.mockServices.list({ signal: new AbortController() });
  });

  test('the compiler rejects invalid ids', () => {
    // @ts-expect-error an id is required
    void client.mockServices.get();
    // @ts-expect-error an id is a string
    void client.mockServices.get(7);
    // @ts-expect-error the log belongs to a workspace
    void client.activity.list({ workspaceId: '' });
  });

  test('the compiler rejects invalid request bodies', () => {
    // @ts-expect-error type and config are missing
    void client.mockServices.create({ title: 'x' });
    // @ts-expect-error a title is a string
    void client.mockServices.create({ ...input, title: 1 });
    // @ts-expect-error there is no such field
    void client.mockServices.create({ type: 'REST', title: 'x', config: input.config, tag: 'y' });
    // @ts-expect-error the caller does not pass the envelope
    void client.mockServices.update('', { data: input });
    // @ts-expect-error the config has three fields
    void client.mockServices.create({ ...input, config: { cors: input.config.cors } });
    // @ts-expect-error a client has no option that only a call has
    createClient({ baseUrl: '', retryUnsafe: true });
    // @ts-expect-error an upstream has a URL
    input.config.upstreams.push({ name: 'x' });
  });
});

test('the type guards narrow the type of an error', () => {
  const error: unknown = undefined;
  if (isMockServicesError(error) && error.name === 'ApiError') {
    expectTypeOf(error.status).toEqualTypeOf<number>();
  }
  if (isApiError(error)) expectTypeOf(error.status).toEqualTypeOf<number>();
  if (isApiError(error)) expectTypeOf(error.body).toEqualTypeOf<unknown>();
  if (isTimeoutError(error)) expectTypeOf(error.limit).toEqualTypeOf<'timeout' | 'totalTimeout'>();
  if (isValidationError(error)) expectTypeOf(error.issues).toEqualTypeOf<readonly Issue[]>();
  if (isCallbackError(error)) expectTypeOf(error).toEqualTypeOf<CallbackError>();
});

test('AnyMockServicesError has seven members, and CallbackError is one of them', () => {
  expectTypeOf<CallbackError>().toExtend<AnyMockServicesError>();
  expectTypeOf<AnyMockServicesError['name']>().toEqualTypeOf<
    | 'ApiError'
    | 'NetworkError'
    | 'TimeoutError'
    | 'AbortError'
    | 'CallbackError'
    | 'ParseError'
    | 'ValidationError'
  >();
  expectTypeOf<TimeoutLimit>().toEqualTypeOf<'timeout' | 'totalTimeout'>();
});

describe('accepted types', () => {
  const frozen = {
    type: 'REST',
    title: 'Grüße',
    config: {
      cors: { allowedOrigins: ['shop.example.com'], allowedMethods: ['GET'], allowedHeaders: [] },
      defaultResponseHeaders: { 'x-mocked': true },
      upstreams: [{ name: 'orders', url: 'https://orders.example.com' }],
    },
  } as const;
  const deep: DeepReadonly<MockServiceInput> = frozen;

  test('create, update, modify and createTemporary accept deep-readonly input', () => {
    void client.mockServices.create(frozen);
    void client.mockServices.create(deep);
    void client.mockServices.update('', frozen);
    void client.mockServices.update('', deep);
    void client.mockServices.modify('', () => frozen);
    void client.mockServices.modify('', () => Promise.resolve(deep));
    void client.mockServices.modify('', (current) => ({ ...current, title: 'New' }));
    void client.mockServices.createTemporary(frozen);
    void client.workspaces.mockServices.create(deep);
  });

  test('headers may be readonly pairs, a Map, a Headers object, or have undefined values', () => {
    const pairs = [['x-a', '1']] as const;
    const given: HeaderFields[] = [
      pairs,
      [['x-a', '1']],
      new Map([['x-a', '1']]),
      new Headers(),
      { 'x-a': undefined, 'x-b': '1' },
    ];
    for (const headers of given) {
      createClient({ baseUrl: '', headers });
      createClient({ baseUrl: '', headers: () => headers });
      createClient({ baseUrl: '', headers: () => Promise.resolve(headers) });
      void client.mockServices.list({ headers });
    }
    // @ts-expect-error a header is a string
    createClient({ baseUrl: '', headers: { 'x-a': 1 } });
    // @ts-expect-error a call has no headers function
    void client.mockServices.list({ headers: () => ({}) });
  });

  test('the fetch option accepts other implementations and wrappers', () => {
    expectTypeOf(undiciFetch).toExtend<Fetch>();
    expectTypeOf(nodeFetch).toExtend<Fetch>();
    expectTypeOf(globalThis.fetch).toExtend<Fetch>();
    createClient({ baseUrl: '', fetch: undiciFetch });
    createClient({ baseUrl: '', fetch: nodeFetch });
    createClient({ baseUrl: '', fetch: globalThis.fetch });
    createClient({ baseUrl: '', fetch: (url, init) => globalThis.fetch(url, init) });
    createClient({
      baseUrl: '',
      fetch: (url, init) => undiciFetch(url, { ...init, dispatcher: new Agent() }),
    });
    createClient({ baseUrl: '', fetch: async () => Promise.resolve(new Response()) });
    // @ts-expect-error a fetch function resolves to a response
    createClient({ baseUrl: '', fetch: () => Promise.resolve('ok') });
    // @ts-expect-error a fetch function receives a URL and an init object, not a Request
    createClient({ baseUrl: '', fetch: (request: Request) => globalThis.fetch(request) });
  });
});

test('the types of an operation are derived from its endpoint', () => {
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

type Schemas = typeof schemas;
type SchemaName = {
  [Name in keyof Schemas]: Schemas[Name] extends z.core.$ZodType ? Name : never;
}[keyof Schemas];

/** The interface of each resource, as both entry points export it. */
interface Resources {
  cors: [sdk.Cors, contract.Cors];
  upstream: [sdk.Upstream, contract.Upstream];
  headerValue: [sdk.HeaderValue, contract.HeaderValue];
  mockServiceConfig: [sdk.MockServiceConfig, contract.MockServiceConfig];
  mockServiceInput: [sdk.MockServiceInput, contract.MockServiceInput];
  mockServiceSummary: [sdk.MockServiceSummary, contract.MockServiceSummary];
  mockService: [sdk.MockService, contract.MockService];
  createdMockService: [sdk.CreatedMockService, contract.CreatedMockService];
  workspace: [sdk.Workspace, contract.Workspace];
  recordedRequest: [sdk.RecordedRequest, contract.RecordedRequest];
  recordedResponse: [sdk.RecordedResponse, contract.RecordedResponse];
  activityMetadata: [sdk.ActivityMetadata, contract.ActivityMetadata];
  activityEntry: [sdk.ActivityEntry, contract.ActivityEntry];
}

test('every resource interface equals the output type of its schema', () => {
  type Output<Name extends keyof Resources> = z.core.output<Schemas[Name]>;
  expectTypeOf<{ [Name in keyof Resources]: [Output<Name>, Output<Name>] }>().toEqualTypeOf<Resources>();
});

test('every schema of a resource has an interface and is exported', () => {
  type ResourceName = Exclude<SchemaName, 'identifier' | 'timestamp' | `strict${string}`>;
  expectTypeOf<ResourceName>().toEqualTypeOf<keyof Resources>();
  expectTypeOf<SchemaName>().toExtend<keyof typeof contract>();
});

test('the HAR file that toHar writes is assignable to the types of har-format', () => {
  expectTypeOf<Har>().toExtend<format.Har>();
});

test('a matcher accepts the asymmetric matchers of Playwright, whose type declares no method', () => {
  type Pattern = ReturnType<typeof playwright.any>;
  expectTypeOf<{ method: Pattern; status: Pattern }>().toExtend<ActivityMatcher>();
  expectTypeOf<{ responseHeaders: Pattern; headers: { accept: Pattern } }>().toExtend<ActivityMatcher>();
});

test('a matcher with an unknown field or a wrong value does not compile', () => {
  const accept = (matcher: ActivityMatcher) => matcher;
  // @ts-expect-error the name of the field was changed
  accept({ header: { accept: 'a' } });
  // @ts-expect-error a method is text
  accept({ method: 5 });
  // @ts-expect-error a Date is not a pattern
  accept({ host: new Date() });
  // @ts-expect-error only the journal of a fake server has operations
  accept({ operation: 'deleteMockService' });
  const id = [''].find((each) => each === 'a');
  // @ts-expect-error undefined would match any value
  accept({ headers: { 'x-id': id } });
  // @ts-expect-error undefined would match any value
  accept({ responseHeaders: { 'x-id': undefined } });
  accept({ ...(id !== undefined && { headers: { 'x-id': id } }) });
  // @ts-expect-error a function returns a boolean
  accept(async () => Promise.resolve(true));
});

test('the code of an ActivityError narrows its fields', () => {
  const error: unknown = undefined;
  if (isActivityError(error, 'unreadable-body')) expectTypeOf(error.fault).toEqualTypeOf<BodyFault>();
  if (!isActivityError(error)) return;
  expectTypeOf(error.code).toEqualTypeOf<ActivityErrorCode>();
  if (error.code === 'wait-timeout') expectTypeOf(error.explanation).toEqualTypeOf<string>();
  if (error.code === 'invalid-har') expectTypeOf(error.issues).toEqualTypeOf<readonly Issue[]>();
  // @ts-expect-error only a timeout has reads
  void error.reads;
});
