/** Tests the problem details in responses to wrong requests. `test/behavior` tests their statuses and suggestions. */
import {
  createFakeServer,
  type FakeServerOptions,
  type ProblemDetails,
  type WireRequest,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
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

  test.each<[string, Partial<WireRequest>, number, string, string]>([
    ['is empty', { body: ' \n' }, 400, 'Bad Request', 'The body is empty. A JSON object is required.'],
    ['is not JSON', { body: '{' }, 400, 'Bad Request', 'The body is not well-formed JSON.'],
    ['has no type', { headers: {} }, 415, 'Unsupported Media Type', wrongType('nothing')],
  ])(
    'gets a response and a journal problem that explain it: the body %s',
    (_, changes, status, title, detail) => {
      expect(responseTo({ ...post, ...changes })).toEqual({
        status,
        headers: { 'content-type': 'application/problem+json' },
        body: { type: 'about:blank', title, status, detail },
        problem: detail,
      });
    },
  );

  test('gets 422 with an error for each field, of which the detail shows the first', () => {
    const detail = 'The body does not match its schema (2 errors): type: expected string, received null …';
    const errors = [
      { pointer: '/type', detail: 'expected string, received null' },
      { pointer: '/title', detail: 'expected string, received number' },
    ];
    expect(
      responseTo(wireRequest('POST', mockServicePath, { ...input(), type: null, title: 7 })),
    ).toMatchObject({
      body: { type: 'about:blank', title: 'Unprocessable Content', status: 422, detail, errors },
      problem: detail,
    });
  });
});

describe('a request without the required token', () => {
  const missing =
    'This server requires the header `Authorization: Bearer <token>` with the token in its option `requiredToken` (--token, MOCK_SERVICES_TOKEN).';
  const wrong =
    'The Authorization header must be `Bearer <token>` with the token in the option `requiredToken` (--token, MOCK_SERVICES_TOKEN) of this server.';

  test.each<[Record<string, string>, string]>([
    [{}, missing],
    [{ authorization: 'Bearer canary' }, wrong],
  ])('gets 401, but is not a journal problem: headers `%j`', (headers, detail) => {
    const request = { method: 'GET', path: workspacesPath, headers };
    expect(responseTo(request, { requiredToken: 'token' })).toEqual({
      status: 401,
      headers: { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' },
      body: { type: 'about:blank', title: 'Unauthorized', status: 401, detail },
      problem: undefined,
    });
  });
});

test('a 404 for an unknown id is a journal problem only if the id is not a UUID', () => {
  const free = '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f';
  const detailOf = (id: string) =>
    `There is no mock service with the id "${id}". listMockServices returns all mock services.`;
  const get = (id: string) => responseTo({ method: 'GET', path: `${mockServicePath}/${id}` });
  expect(get(free)).toMatchObject({ status: 404, body: { detail: detailOf(free) }, problem: undefined });
  const malformed = `${detailOf('7')} It does not have the form of a UUID.`;
  expect(get('7')).toMatchObject({ status: 404, body: { detail: malformed }, problem: malformed });
});

describe('a wrong path or method', () => {
  const id = idOf(1);

  test.each([
    ['GET', '/nothing'],
    ['GET', `/${'workspace/'.repeat(5000)}`],
  ])('gets a 404 without a suggestion if it is near no endpoint: %s %.40s', (method, path) => {
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
      'PUT',
      mockServicePath,
      'This path allows POST. To replace the type, title and config of a mock service, use PUT /configuration/mock-service/:mockServiceId.',
    ],
    ['POST', workspacesPath, 'This path allows GET.'],
  ])('gets a 405 that explains the nearest endpoint: %s %s', (method, path, detail) => {
    const { status, body } = responseTo({ method, path });
    expect([status, body.detail]).toEqual([405, detail]);
    expect(body.didYouMean).toEqual(/ use (.*?)[,.]/.exec(detail)?.slice(1));
  });
});
