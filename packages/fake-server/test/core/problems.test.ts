/** What the fake server responds to wrong requests, word for word. */
import { createFakeServer, type FakeServerOptions, type WireRequest } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { input } from '../support/samples.ts';

const single = '/configuration/mock-service';
const json = { 'content-type': 'application/json' };
const post: WireRequest = { method: 'POST', path: single, headers: json, body: JSON.stringify(input()) };

function problemOf(request: WireRequest, options: FakeServerOptions = {}) {
  const fake = createFakeServer({ seed: {}, ...options });
  const { status, headers, body } = fake.handle(request);
  const [entry] = fake.journal.entries;
  return { status, headers, body: JSON.parse(body) as unknown, problem: entry?.problem };
}

describe('a wrong body', () => {
  const notJson = (type: string) =>
    `The content-type of the body must be application/json or application/*+json; it is ${type}.`;
  test.each<[string, Partial<WireRequest>, number, string, string]>([
    ['empty', { body: ' \n' }, 400, 'Bad Request', 'The body is empty; a JSON object is required.'],
    ['broken', { body: '{' }, 400, 'Bad Request', 'The body is not well-formed JSON.'],
    ['of no type', { headers: {} }, 415, 'Unsupported Media Type', notJson('nothing')],
    [
      'text',
      { headers: { 'content-type': 'text/json' } },
      415,
      'Unsupported Media Type',
      notJson('"text/json"'),
    ],
    [
      'of another type',
      { headers: { 'content-type': 'application/jsonx' } },
      415,
      'Unsupported Media Type',
      notJson('"application/jsonx"'),
    ],
    [
      'of a type within another',
      { headers: { 'content-type': 'x application/json' } },
      415,
      'Unsupported Media Type',
      notJson('"x application/json"'),
    ],
    [
      'deep',
      { body: '['.repeat(1001) + ']'.repeat(1001) },
      400,
      'Bad Request',
      'The body is nested deeper than 1000 levels.',
    ],
  ])('gets problem details: %s', (_, request, status, title, detail) => {
    expect(problemOf({ ...post, ...request })).toEqual({
      status,
      headers: { 'content-type': 'application/problem+json' },
      body: { type: 'about:blank', title, status, detail },
      problem: detail,
    });
  });

  test.each(['application/json', ' application/json ;charset=utf-8', 'APPLICATION/vnd.a+b.c+JSON'])(
    'is none of type %j',
    (type) => {
      const fake = createFakeServer({ seed: {} });
      expect(fake.handle({ ...post, headers: { 'content-type': type } }).status).toBe(201);
    },
  );

  test.each(['1e999', '1E+400', '-1e309', '9'.repeat(400)])(
    'has a number that JSON cannot give back: %s',
    (number) => {
      const body = JSON.stringify({ ...input(), more: [0, 'N'] }).replace('"N"', number);
      expect(problemOf({ ...post, body }).body).toEqual({
        type: 'about:blank',
        title: 'Unprocessable Content',
        status: 422,
        detail: 'The body has a number that is out of range.',
        errors: [{ pointer: '/more/1', detail: 'expected a number up to 1.8e308, received one beyond it' }],
      });
    },
  );

  test.each([
    [
      { title: 7 },
      '(1 error): title: expected string, received number.',
      [{ pointer: '/title', detail: 'expected string, received number' }],
    ],
    [
      { type: null, title: 7 },
      '(2 errors): type: expected string, received null …',
      [
        { pointer: '/type', detail: 'expected string, received null' },
        { pointer: '/title', detail: 'expected string, received number' },
      ],
    ],
  ])('has another shape than its schema: %j', (changes, what, errors) => {
    const detail = `The body does not have the shape of its schema ${what}`;
    const { body, problem } = problemOf({ ...post, body: JSON.stringify({ ...input(), ...changes }) });
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      detail,
      errors,
    });
    expect(problem).toBe(detail);
  });
});

test('a request without the required token gets 401, which is no breach of the contract', () => {
  const without =
    'This server requires the header Authorization: Bearer, with the token of its option requiredToken.';
  const other =
    'The Authorization header does not have the token that this server requires (requiredToken), as Bearer.';
  const cases: [Record<string, string> | undefined, string][] = [
    [undefined, without],
    [{}, without],
    [{ authorization: 'Bearer canary' }, other],
    [{ authorization: 'token' }, other],
  ];
  for (const [headers, detail] of cases) {
    const request = { method: 'GET', path: '/configuration/workspaces', headers };
    expect(problemOf(request, { requiredToken: 'token' })).toEqual({
      status: 401,
      headers: { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' },
      body: { type: 'about:blank', title: 'Unauthorized', status: 401, detail },
      problem: undefined,
    });
  }
  const fake = createFakeServer({ requiredToken: 'token' });
  const headers = { Authorization: 'Bearer token' };
  expect(fake.handle({ method: 'GET', path: '/configuration/workspaces', headers }).status).toBe(200);
});

describe('what is no message', () => {
  const reason =
    'TypeError: a message has a method and a path, and may have headers and a body, all of them text';
  test.each<[string, object]>([
    ['no method', { path: '/' }],
    ['no path', { method: 'GET' }],
    ['another body', { method: 'GET', path: '/', body: 7 }],
    ['another header', { method: 'GET', path: '/', headers: { a: 7 } }],
  ])('gets 500 and is recorded: %s', (_, message) => {
    expect(problemOf(message as WireRequest)).toEqual({
      status: 500,
      headers: { 'content-type': 'application/problem+json' },
      body: {
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail: `The fake server failed, and changed nothing. ${reason}`,
      },
      problem: `The fake server failed. ${reason}`,
    });
  });
});

test.each([
  ['/api', '"/api"'],
  ['mock-services.test', '"mock-services.test"'],
  ['ftp://a.test', '"ftp://a.test"'],
  ['xhttp://a.test', '"xhttp://a.test"'],
  ['httpx://a.test', '"httpx://a.test"'],
  ['https://user@a.test', '"…"'],
  ['https://:secret@a.test', '"…"'],
  ['https://a.test?a=1', '"…"'],
  ['https://a.test#a', '"…"'],
])('the base URL cannot be %s', (baseUrl, shown) => {
  const must = 'baseUrl must be an absolute http(s) URL without credentials, query and fragment';
  expect(() => createFakeServer({ baseUrl })).toThrow(
    new TypeError(`${must}, such as https://mocks.example.com/api; got ${shown}.`),
  );
});

test('a base URL that is refused in a page comes with one of that page', () => {
  vi.stubGlobal('location', { origin: 'http://localhost:5173' });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(() => createFakeServer({ baseUrl: '/api' })).toThrow(
    /such as http:\/\/localhost:5173\/api; got "\/api"/,
  );
});

describe('an id that nothing has', () => {
  const free = '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f';
  test.each<[string, string, string]>([
    ['GET', '/configuration/mock-service/', 'mock service'],
    ['DELETE', '/configuration/mock-services/', 'mock service'],
    ['GET', '/configuration/workspace/', 'workspace'],
  ])('gets a 404 that says whether it can be one at all: %s %s', (method, start, kind) => {
    const list = { 'mock service': 'listMockServices', workspace: 'listWorkspaces' }[kind] ?? '';
    const detail = (id: string) => `There is no ${kind} with the id "${id}"; ${list} says which there are.`;
    const of = (id: string) => problemOf({ method, path: start + id });
    expect(of(free)).toMatchObject({ status: 404, body: { detail: detail(free) }, problem: undefined });
    const malformed = `${detail('7')} It does not have the form of a UUID.`;
    expect(of('7')).toMatchObject({ status: 404, body: { detail: malformed }, problem: malformed });
  });
});
