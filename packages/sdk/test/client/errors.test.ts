/** The error classes, and what they show and hide. */
import { inspect } from 'node:util';
import * as sdk from '@mock-services/sdk';
import { createClient } from '@mock-services/sdk';
import { type ActivityError, isActivityError, waitForActivity } from '@mock-services/sdk/activity';
import ky from 'ky';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import {
  brokenResponse,
  denoFailure,
  fetching,
  fetchOf,
  hang,
  networkFailure,
  redirect,
  status,
  type FetchAnswer,
} from '../support/fetches.ts';
import {
  aMockService,
  anEntry,
  anInput,
  baseUrl,
  mockServiceId,
  withUpstream,
  workspaceId,
} from '../support/fixtures.ts';

// Retries begin at once.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Answers = FetchAnswer[];
type Options = Partial<sdk.ClientOptions>;

/** Returns the error of a call that reads a mock service. */
const errorOf = (answers: Answers, options: Options = {}, ofCall?: sdk.RequestOptions) =>
  failureOf(
    createClient({ baseUrl, maxRetries: 0, ...fetching(...answers), ...options }).mockServices.get(
      mockServiceId,
      ofCall,
    ),
  );
const facts = {
  operation: 'getMockService',
  method: 'GET',
  url: `${baseUrl}/configuration/mock-service/${mockServiceId}`,
  attempts: 1,
  mayHaveBeenApplied: false,
};
const cause = new RangeError('mine');
const rejecting = () => Promise.reject(cause);
const traced = { 'x-trace': 't1' };

/** The class and the guard of each error. */
const classes = {
  ApiError: [sdk.ApiError, sdk.isApiError],
  NetworkError: [sdk.NetworkError, sdk.isNetworkError],
  TimeoutError: [sdk.TimeoutError, sdk.isTimeoutError],
  AbortError: [sdk.AbortError, sdk.isAbortError],
  CallbackError: [sdk.CallbackError, sdk.isCallbackError],
  ParseError: [sdk.ParseError, sdk.isParseError],
  ValidationError: [sdk.ValidationError, sdk.isValidationError],
} as const;
type Case = [name: keyof typeof classes, what: string, fields: object, error: () => Promise<Error>];

const bodyOf = (code: number, body: string) => [status(code, traced, body)];
const busy = status(429, { ...traced, 'retry-after': '1.5' });
const now = status(429, { ...traced, 'retry-after': '0' });
const skewed = status(429, {
  ...traced,
  date: new Date(4e12).toUTCString(),
  'retry-after': new Date(4e12 + 5_000).toUTCString(),
});
const hook = { ky: ky.create({ hooks: { beforeRequest: [rejecting] } }) };
const [html, data] = [
  { status: 200, body: '<html>' },
  { status: 200, body: { data: 7 }, side: 'response' },
];
const [mine, none] = [{ cause, attempts: 0 }, { attempts: 0 }];
const cases: Case[] = [
  ['ApiError', 'with JSON', { status: 404, body: { why: 'ü' } }, () => errorOf(bodyOf(404, '{"why":"ü"}'))],
  ...['null', '""'].map((json): Case => [
    'ApiError',
    `with the JSON value \`${json}\``,
    { body: JSON.parse(json) as unknown, status: 500 },
    () => errorOf(bodyOf(500, json)),
  ]),
  ['ApiError', 'with text', { status: 400, body: 'text' }, () => errorOf(bodyOf(400, 'text'))],
  ['ApiError', 'to wait', { status: 429, body: undefined, retryAfterMs: 1_500 }, () => errorOf([busy])],
  ['ApiError', 'without a wait', { status: 429, body: undefined, retryAfterMs: 0 }, () => errorOf([now])],
  [
    'ApiError',
    'to wait by a clock that is years fast',
    { status: 429, body: undefined, retryAfterMs: 5_000 },
    () => errorOf([skewed]),
  ],
  ['NetworkError', 'of no response', { cause: networkFailure() }, () => errorOf([networkFailure()])],
  ['NetworkError', 'of half a response', { status: 203 }, () => errorOf([() => brokenResponse(203)])],
  ['TimeoutError', 'of an attempt', { limit: 'timeout' }, () => errorOf([hang], { timeout: 1 })],
  [
    'TimeoutError',
    'of a call',
    { limit: 'totalTimeout', ...none },
    () => errorOf([hang], { totalTimeout: 1, token: hang as never }),
  ],
  ['AbortError', 'before a call', mine, () => errorOf([hang], {}, { signal: AbortSignal.abort(cause) })],
  ['CallbackError', 'of a token', mine, () => errorOf([hang], { token: rejecting })],
  ['CallbackError', 'of headers', mine, () => errorOf([hang], { headers: rejecting })],
  ...['a\nb', 'Bearer x', 7].map((given): Case => [
    'CallbackError',
    `of the invalid token ${JSON.stringify(given)}`,
    none,
    () => errorOf([hang], { token: () => given as string }),
  ]),
  ...[{ 'x y': 'z' }, undefined].map((given): Case => [
    'CallbackError',
    `of the invalid headers \`${JSON.stringify(given)}\``,
    none,
    () => errorOf([hang], { headers: () => given as object as Headers }),
  ]),
  ['CallbackError', 'of a hook', mine, () => errorOf([hang], hook)],
  ['ParseError', 'of HTML', html, () => errorOf(bodyOf(200, '<html>'))],
  [
    'ParseError',
    'of a long body',
    { ...html, body: undefined },
    () => errorOf(bodyOf(200, '{}'), { maxResponseBytes: 1 }),
  ],
  ['ValidationError', 'of a response', data, () => errorOf(bodyOf(200, '{"data":7}'))],
];

test.each(cases)(
  'the %s %s has its documented fields and is recognized only by its guard',
  async (name, _, fields, failing) => {
    const error = await failing();
    expect(error).toBeInstanceOf(classes[name][0]);
    expect(error).toBeInstanceOf(sdk.MockServicesError);
    expect(error).toMatchObject({ name, ...facts, ...fields });
    const { headers } = error as Partial<sdk.ApiError>;
    expect(headers?.get('x-trace')).toBe('body' in fields ? 't1' : undefined);
    for (const field of ['status', 'retryAfterMs']) expect(field in error).toBe(field in fields);
    const recognized = Object.entries(classes).filter(([, [, guard]]) => guard(error));
    expect(recognized.map(([kind]) => kind)).toEqual([name]);
    expect(sdk.isMockServicesError(error)).toBe(true);
  },
);

test.each([new Error('x'), null, undefined, 'ApiError', { name: 'ApiError' }])(
  'no guard recognizes `%o`',
  (other) => {
    const all = [sdk.isMockServicesError, ...Object.values(classes).map(([, guard]) => guard)];
    expect(all.map((guard) => guard(other))).not.toContain(true);
  },
);

test('the guards recognize an error of another copy of the package', async () => {
  // The query string creates a second instance of the module.
  const again = '../../src/errors.ts?copy';
  const copy = (await import(/* @vite-ignore */ again)) as typeof sdk & {
    ActivityError: typeof ActivityError;
  };
  const call: sdk.CallFacts = { ...facts, operation: 'getMockService' };
  const error = new copy.ApiError('x', call, { status: 500, headers: new Headers(), body: undefined });
  expect(error).not.toBeInstanceOf(sdk.ApiError);
  const recognized = [sdk.isApiError, sdk.isMockServicesError, sdk.isParseError].map((guard) => guard(error));
  expect(recognized).toEqual([true, true, false]);
  const other = new copy.ActivityError('invalid-har', 'x', { issues: [] });
  expect([isActivityError(other, 'invalid-har'), sdk.isMockServicesError(other)]).toEqual([true, false]);
});

test('isAbortError recognizes every abort, including an abort of waitForActivity', async () => {
  const client = createClient({ baseUrl, ...fetching(hang) });
  const signal = AbortSignal.abort('enough');
  for (const aborted of [
    client.workspaces.list({ signal }),
    client.mockServices.modify(mockServiceId, (it) => it, { signal }),
    waitForActivity(client, workspaceId, { method: 'GET' }, { signal }),
  ]) {
    const error = await failureOf(aborted);
    expect(sdk.isAbortError(error)).toBe(true);
    expect(error).toBeInstanceOf(sdk.AbortError);
    expect(error).toMatchObject({ name: 'AbortError', cause: 'enough' });
  }
});

/** The error of a host with two addresses. Only the nested errors name the system call. */
const bothRefused = (facts: object) =>
  new TypeError('fetch failed', {
    cause: Object.assign(
      new AggregateError([1, 2].map(() => networkFailure('EHOSTUNREACH', 'connect').cause)),
      facts,
    ),
  });
const unsent = 'error sending request for url (http://mocks.example.com/x): client error (Connect): ';
const failureWith = (facts: object) => Object.assign(new Error('x'), facts);

test.each<[boolean, string, Answers[0], sdk.RequestOptions?]>([
  [true, 'the connection was lost', networkFailure('EHOSTUNREACH', 'read')],
  [true, 'a 500 arrived', status(500)],
  [true, 'a 201 broke off', () => brokenResponse(201)],
  [false, 'the connection failed', networkFailure('EHOSTUNREACH', 'connect')],
  [false, 'no address of the host accepted a connection', bothRefused({})],
  [false, 'Bun could not connect', failureWith({ code: 'ECONNREFUSED', errno: 0 })],
  [false, 'Deno could not connect', denoFailure(`${unsent}tcp connect error: No route to host`)],
  [false, 'node-fetch could not connect', failureWith({ code: 'EHOSTUNREACH', erroredSysCall: 'connect' })],
  [false, 'the host is unknown', networkFailure('ENOTFOUND', 'getaddrinfo')],
  [false, 'the certificate is refused', networkFailure('DEPTH_ZERO_SELF_SIGNED_CERT', '')],
  [false, 'a 422 arrived', status(422)],
])('`mayHaveBeenApplied` of a write is %s if %s', async (expected, _, answer, options) => {
  const { mockServices } = createClient({ baseUrl, ...fetching(answer) });
  const error = await failureOf(mockServices.create(anInput(), options));
  expect(error).toMatchObject({ mayHaveBeenApplied: expected });
});

test('`mayHaveBeenApplied` is true for 301, 302, 303 and 5xx except 501 and 503', async () => {
  const applied: number[] = [];
  for (let code = 300; code < 512; code += 1) {
    const { mockServices } = createClient({ baseUrl, ...fetching(status(code)) });
    const error = await failureOf(mockServices.create(anInput()));
    if ((error as sdk.ApiError).mayHaveBeenApplied) applied.push(code);
  }
  expect(applied).toEqual([301, 302, 303, 500, 502, 504, 505, 506, 507, 508, 509, 510, 511]);
});

test('an exception in fetch, token or headers is the unchanged `cause` of the error', async () => {
  for (const thrown of ['a string', undefined, null, 7, Object.freeze({ token: 'x' }), networkFailure()]) {
    const failing = async () => Promise.reject(...([thrown] as [Error]));
    for (const option of ['fetch', 'token', 'headers']) {
      const error = await errorOf([hang], { [option]: failing });
      expect(error).toMatchObject({ name: option === 'fetch' ? 'NetworkError' : 'CallbackError' });
      expect(error.cause).toBe(thrown);
    }
  }
});

describe('the issues of a ValidationError', () => {
  test('an error has at most 101 issues, and its message lists the first ten', async () => {
    const items = Array<number>(200).fill(7);
    const client = createClient({ baseUrl, ...fetching(Response.json({ data: items })) });
    const error = (await failureOf(client.activity.list(workspaceId))) as sdk.ValidationError;
    expect(error.issues).toHaveLength(101);
    expect(error.issues.at(-1)).toMatchObject({ received: '100 more', more: 100 });
    expect(error.message).toMatch(/data\[9\]: expected object, received number\n {2}and 190 more$/);
  });

  test('issues contain paths, pointers and types, but no values', async () => {
    const input = anInput({ title: 7 as never });
    input.config.cors.allowedMethods = ['GET', { canary: 1 } as never];
    input.config.upstreams = [{ name: 'ü', url: 'canary' }];
    const { fetch, sent } = fetchOf(status(200));
    const call = createClient({ baseUrl, fetch }).mockServices.create(input);
    const error = (await failureOf(call)) as sdk.ValidationError;
    const [methods, url] = ['config.cors.allowedMethods[1]', 'config.upstreams[0].url'];
    expect(error).toMatchObject({
      name: 'ValidationError',
      side: 'request',
      attempts: 0,
      issues: [
        { path: 'title', pointer: '/title', expected: 'string', received: 'number' },
        { path: methods, pointer: '/config/cors/allowedMethods/1', expected: 'string', received: 'object' },
        { path: url, expected: 'absolute URL', received: 'string of another form' },
      ],
    });
    expect(error).not.toHaveProperty('status');
    expect([error.headers, error.body]).toEqual([undefined, undefined]);
    expect(sent).toHaveLength(0);
    expect(JSON.stringify(error) + error.message).not.toContain('canary');
  });
});

describe('the `url` of an upstream', () => {
  const create = (fetch: sdk.Fetch, url: string) =>
    createClient({ baseUrl, fetch }).mockServices.create(withUpstream(url));

  test.each([
    ['localhost:3000', 'http://localhost:3000'],
    ['example.com:8080/path', 'http://example.com:8080/path'],
    ['my-host:3000/?key=canary', 'http://my-host:3000/'],
  ])('%o is refused before it is sent, with the suggestion %s', async (url, meant) => {
    const { fetch, sent } = fetchOf();
    const error = await failureOf(create(fetch, url));
    const issues = [{ path: 'config.upstreams[1].url', pointer: '/config/upstreams/1/url' }];
    expect(error).toMatchObject({ name: 'ValidationError', side: 'request', issues });
    expect(error.message.endsWith(`\nDid you mean ${meant}?`)).toBe(true);
    expect(sent).toEqual([]);
  });

  test('localhost:3000 can be read', async () => {
    const data = aMockService(withUpstream('localhost:3000'));
    const { mockServices } = createClient({ baseUrl, ...fetching(Response.json({ data })) });
    expect(await mockServices.get(mockServiceId)).toEqual(data);
  });
});

describe('credentials in errors and events', () => {
  const canaries = {
    token: 'canary-token',
    header: 'canary-header',
    callHeader: 'canary-call',
    query: 'canary-query',
    sent: 'canary-sent',
    received: 'canary-received',
    responseHeader: 'canary-responseheader',
    location: 'canary-location',
  };
  const sent = [canaries.token, canaries.header, canaries.callHeader, canaries.query];
  const echo = (code: number, body: string) => status(code, { 'x-echo': canaries.responseHeader }, body);

  test.each<[string, Answers[0], Options?]>([
    ['an ApiError', echo(422, `{"title":"${sent.join(' ')}"}`)],
    ['an ApiError for a redirect', redirect(`https://other.example.com/?key=${canaries.location}`)],
    ['a NetworkError', new TypeError('Failed to fetch')],
    ['a TimeoutError', hang, { timeout: 5 }],
    ['a CallbackError', hang, { headers: () => ({ 'x-key': `can\nary-${canaries.header}` }) }],
    ['a ParseError', echo(200, canaries.received)],
    [
      'a ValidationError',
      echo(200, JSON.stringify({ data: { title: canaries.received, [canaries.token]: 1 } })),
    ],
    [
      'the warning about a response',
      echo(200, JSON.stringify({ data: canaries.received })),
      { validation: 'warn' },
    ],
  ])('%s shows no credential, header, query or field', async (_, answer, options) => {
    const events: unknown[] = [];
    const observe = (event: unknown) => void events.push(event);
    const client = createClient({
      baseUrl,
      ky: ky.create({ searchParams: { key: canaries.query } }),
      token: canaries.token,
      headers: { 'x-key': canaries.header },
      onRequest: observe,
      onResponse: observe,
      onRetry: observe,
      onWarning: observe,
      maxRetries: 0,
      ...fetching(answer),
      ...options,
    });
    const input = anInput({ title: canaries.sent });
    const call = client.mockServices.update(mockServiceId, input, {
      headers: { 'x-call-token': canaries.callHeader },
    });
    const error = await call.then(
      () => new Error('only the events matter'),
      (reason: unknown) => reason as Error,
    );
    const [line] = (error.stack ?? '').split('\n    at ');
    const withoutCause = Object.defineProperty(error, 'cause', { value: undefined });
    const shown = [
      error.message,
      String(error),
      line,
      JSON.stringify([withoutCause, events]),
      ...[true, false].map((showHidden) => inspect([withoutCause, events], { depth: Infinity, showHidden })),
    ].join('\n');
    expect(events.length > 0 || error.name === 'CallbackError').toBe(true);
    expect(shown.match(/canary-\w+/g) ?? []).toEqual([]);
  });
});

describe('stack traces', () => {
  // A response in a later turn of the event loop, as that of the platform's `fetch`.
  const later = (answer: Answers[0]) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer.clone() : hang();
  };

  test.each<[string, Answers[0], object?]>([
    ['ApiError', status(404)],
    ['NetworkError', networkFailure()],
    ['TimeoutError', hang, { timeout: 5 }],
    [
      'AbortError',
      hang,
      {
        get signal() {
          return AbortSignal.timeout(5);
        },
      },
    ],
    ['ParseError', status(200, {}, '<html>')],
    ['ValidationError', status(200, {}, '{}')],
  ])('the stack of an %s contains the line of the caller', async (name, answer, more) => {
    const { mockServices } = createClient({ baseUrl, fetch: later(answer) });
    for (const call of [
      async function theCaller() {
        await mockServices.get(mockServiceId, { maxRetries: 0, ...more });
      },
      async function theCaller() {
        await mockServices.modify(mockServiceId, (it) => it, { maxRetries: 0, ...more });
      },
    ]) {
      const error = await failureOf(call());
      expect(error).toMatchObject({ name });
      expect(error.stack).toMatch(/theCaller .*errors\.test\.ts/);
    }
  });

  test('the stack of an error before the request contains the line of the caller', async () => {
    async function theCaller() {
      await createClient({ baseUrl }).mockServices.create(anInput({ title: 7 as never }));
    }
    expect((await failureOf(theCaller())).stack).toMatch(/theCaller .*errors\.test\.ts/);
  });
});

const form = 'string of another form';
test.each<[string, (client: sdk.Client) => Promise<unknown>, string]>([
  ['get', ({ mockServices }) => mockServices.get('no-id'), form],
  ['delete', ({ mockServices }) => mockServices.delete('../x'), form],
  ['getConfiguration', ({ workspaces }) => workspaces.getConfiguration(undefined as never), 'nothing'],
  ['activity.clear', ({ activity }) => activity.clear(''), form],
])('%s rejects an id that is not a UUID before anything is sent', async (_, call, received) => {
  const { fetch, sent } = fetchOf(Response.json({ data: [anEntry()] }));
  const error = await failureOf(call(createClient({ baseUrl, fetch })));
  expect(error).toMatchObject({
    name: 'ValidationError',
    side: 'request',
    attempts: 0,
    issues: [{ expected: 'UUID', received }],
  });
  expect(sent).toHaveLength(0);
});
