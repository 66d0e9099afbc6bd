/** Tests the problem details in responses to wrong requests. */
import {
  createFakeServer,
  type FakeServerOptions,
  type ProblemDetails,
  type WireRequest,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, input } from '../support/samples.ts';
import { wireRequest } from '../support/wire.ts';

const post = wireRequest('POST', mockServicePath, input());

/** Returns the response to a request, and the problem that the journal records for the request. */
function responseTo(request: WireRequest, options: FakeServerOptions = {}) {
  const fake = createFakeServer({ seed: {}, ...options });
  const {
    status,
    headers: { date: _, ...headers },
    body,
  } = fake.handle(request);
  return {
    status,
    headers,
    body: JSON.parse(body) as ProblemDetails,
    problem: fake.journal.entries()[0]?.problem,
  };
}

describe('an invalid body', () => {
  const wrongType = (shown: string) =>
    `The content-type of the body must be application/json or application/*+json; it is ${shown}.`;
  const typed = (type: string) => ({ headers: { 'content-type': type } });
  const deep = '['.repeat(1001) + ']'.repeat(1001);

  test.each<[string, Partial<WireRequest>, number, string, string]>([
    ['is empty', { body: ' \n' }, 400, 'Bad Request', 'The body is empty. A JSON object is required.'],
    ['is not JSON', { body: '{' }, 400, 'Bad Request', 'The body is not well-formed JSON.'],
    ['is too deep', { body: deep }, 400, 'Bad Request', 'The body is nested deeper than 1000 levels.'],
    ['has no type', { headers: {} }, 415, 'Unsupported Media Type', wrongType('nothing')],
    ...['text/json', 'application/jsonx', 'x application/json'].map(
      (type): [string, Partial<WireRequest>, number, string, string] => [
        `has the type ${type}`,
        typed(type),
        415,
        'Unsupported Media Type',
        wrongType(`"${type}"`),
      ],
    ),
  ])(
    'a request body that %s gets an error response with an explanation',
    (_, changes, status, title, detail) => {
      expect(responseTo({ ...post, ...changes })).toEqual({
        status,
        headers: { 'content-type': 'application/problem+json' },
        body: { type: 'about:blank', title, status, detail },
        problem: detail,
      });
    },
  );

  test.each(['application/json', ' application/json ;charset=utf-8', 'APPLICATION/vnd.a+b.c+JSON'])(
    'a JSON body with the content type %j is accepted',
    (type) => {
      expect(responseTo({ ...post, ...typed(type) }).status).toBe(201);
    },
  );

  const title = { pointer: '/title', detail: 'expected string, received number' };
  const type = { pointer: '/type', detail: 'expected string, received null' };
  test.each([
    [{ title: 7 }, '(1 error): title: expected string, received number.', [title]],
    [{ type: null, title: 7 }, '(2 errors): type: expected string, received null …', [type, title]],
  ])(
    'a request body with the invalid fields %j gets 422 with an error for each field',
    (changes, shown, errors) => {
      const detail = `The body does not match its schema ${shown}`;
      expect(responseTo(wireRequest('POST', mockServicePath, { ...input(), ...changes }))).toMatchObject({
        body: { type: 'about:blank', title: 'Unprocessable Content', status: 422, detail, errors },
        problem: detail,
      });
    },
  );
});

describe('a request without the required token', () => {
  const missing =
    'This server requires the header `Authorization: Bearer <token>` with the token in its option `requiredToken` (--token, MOCK_SERVICES_TOKEN).';
  const wrong =
    'The Authorization header must be `Bearer <token>` with the token in the option `requiredToken` (--token, MOCK_SERVICES_TOKEN) of this server.';

  test.each<[Record<string, string> | undefined, string]>([
    [undefined, missing],
    [{}, missing],
    [{ authorization: 'Bearer canary' }, wrong],
    [{ authorization: 'token' }, wrong],
  ])('a missing or wrong token gets 401, but is not a journal problem: headers `%j`', (headers, detail) => {
    const request = { method: 'GET', path: workspacesPath, headers };
    expect(responseTo(request, { requiredToken: 'token' })).toEqual({
      status: 401,
      headers: { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' },
      body: { type: 'about:blank', title: 'Unauthorized', status: 401, detail },
      problem: undefined,
    });
  });
});

describe('an unknown id', () => {
  const free = '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f';

  test.each([
    ['GET', mockServicePath, 'mock service', 'listMockServices'],
    ['DELETE', mockServicesPath, 'mock service', 'listMockServices'],
    ['GET', '/configuration/workspace', 'workspace', 'listWorkspaces'],
  ])('a 404 for an unknown id explains whether the id is a UUID: %s %s', (method, path, kind, list) => {
    const detailOf = (id: string) => `There is no ${kind} with the id "${id}". ${list} returns all ${kind}s.`;
    expect(responseTo({ method, path: `${path}/${free}` })).toMatchObject({
      status: 404,
      body: { detail: detailOf(free) },
      problem: undefined,
    });
    const malformed = `${detailOf('7')} It does not have the form of a UUID.`;
    expect(responseTo({ method, path: `${path}/7` })).toMatchObject({
      status: 404,
      body: { detail: malformed },
      problem: malformed,
    });
  });
});

describe('a wrong path or method', () => {
  const id = idOf(1);

  /** Checks that below a base path, the request gets the same response, with the base path in each suggestion. */
  function compareBelow(base: string, { method, path }: WireRequest): void {
    const below = responseTo({ method, path: base + path }, { baseUrl: `https://a.test${base}` });
    const here = JSON.stringify(responseTo({ method, path }))
      .replaceAll(/(GET|POST|PUT|DELETE) \//g, `$1 ${base}/`)
      .replaceAll('base URL is /.', `base URL is ${base}.`);
    expect(below).toEqual(JSON.parse(here));
  }

  test.each([
    ['GET', `${workspacesPath}/`, 'GET /configuration/workspaces'],
    ['GET', '/configuration/workspacess', 'GET /configuration/workspaces'],
    ['GET', '/configuration/workspace', 'GET /configuration/workspaces'],
    ['PATCH', '/configuration/workspacess', 'GET /configuration/workspaces'],
    ['GET', `/configuration/workspacs/${id}`, 'GET /configuration/workspace/:workspaceId'],
    ['GET', `${mockServicePath}/`, 'GET /configuration/mock-service/:mockServiceId'],
    ['GET', '/configuration/MockServices', 'GET /configuration/mock-services'],
    ['GET', `/workspace/${id}/activities`, 'GET /workspace/:workspaceId/activity'],
    ['DELETE', `/workspace/${id}/actvity`, 'DELETE /workspace/:workspaceId/activity'],
    ['DELETE', `${activityPath(id)}/`, 'DELETE /workspace/:workspaceId/activity'],
    ['DELETE', `/workspace/${id}`, 'DELETE /workspace/:workspaceId/activity'],
    ['PUT', `/configuration/mock_service/${id}`, 'PUT /configuration/mock-service/:mockServiceId'],
    ['GET', `/api${workspacesPath}`, 'GET /configuration/workspaces'],
  ])(
    'a request to a wrong path gets a 404 with the nearest endpoint: %s %s → %s',
    (method, path, suggested) => {
      const { status, body } = responseTo({ method, path });
      expect([status, body.didYouMean]).toEqual([404, [suggested]]);
      expect(body.detail).toContain(` Did you mean ${suggested}?`);
      compareBelow('/mocks/%C3%BC', { method, path });
    },
  );

  test.each([
    ['PATCH', '/foo'],
    ['GET', '/nothing'],
    ['GET', '/'],
    ['POST', '/mock-service'],
    ['GET', `/users/${id}/orders`],
    ['GET', `/${'workspace/'.repeat(5000)}`],
  ])('a 404 for a path that is near no endpoint suggests none: %s %.40s', (method, path) => {
    const { status, body } = responseTo({ method, path });
    expect([status, body.didYouMean]).toEqual([404, undefined]);
    expect(body.detail).toContain('Every path begins with /workspace/ or /configuration/.');
  });

  test.each([
    [
      'DELETE',
      `${mockServicePath}/${id}`,
      'This path allows GET, PUT. To delete a mock service, use DELETE /configuration/mock-services/:mockServiceId, whose path has the plural segment.',
    ],
    [
      'GET',
      `/configuration/mock-services/${id}`,
      'This path allows DELETE. To read a mock service with its configuration, use GET /configuration/mock-service/:mockServiceId, whose path has the singular segment.',
    ],
    [
      'PUT',
      mockServicePath,
      'This path allows POST. To replace the type, title and config of a mock service, use PUT /configuration/mock-service/:mockServiceId.',
    ],
    ['DELETE', `/configuration/workspace/${id}`, 'This path allows GET.'],
    ['PUT', `/configuration/workspace/${id}`, 'This path allows GET.'],
    ['POST', workspacesPath, 'This path allows GET.'],
    ['PATCH', workspacesPath, 'This path allows GET.'],
  ])(
    'a request with a wrong method gets a 405 that explains the nearest endpoint: %s %s',
    (method, path, detail) => {
      const { status, body } = responseTo({ method, path });
      expect([status, body.detail]).toEqual([405, detail]);
      expect(body.didYouMean).toEqual(/ use (.*?)[,.]/.exec(detail)?.slice(1));
      compareBelow('/mocks/%C3%BC', { method, path });
    },
  );

  test('a 404 for a path with a trailing slash mentions the slash', () => {
    const detailOf = (path: string) => responseTo({ method: 'GET', path }).body.detail;
    expect(detailOf('/configuration/workspaces/')).toBe(
      'No endpoint has this path. It ends with a slash. Did you mean GET /configuration/workspaces?',
    );
  });
});
