import { createFakeServer, type ProblemDetails } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { idOf } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const fake = createFakeServer();
const id = idOf(1);

/** The endpoints that the fake server suggests, in its order. */
function meantBy(method: string, path: string): readonly string[] | undefined {
  return (JSON.parse(send(fake, method, path).body) as ProblemDetails).didYouMean;
}

test.each([
  ['GET', '/configuration/workspaces/', ['GET /configuration/workspaces']],
  ['GET', '/configuration/workspases', ['GET /configuration/workspaces']],
  ['GET', `/workspace/${id}/activities`, ['GET /workspace/:workspaceId/activity']],
  ['DELETE', `/workspace/${id}/activity/`, ['DELETE /workspace/:workspaceId/activity']],
  [
    'DELETE',
    `/workspace/${id}`,
    ['DELETE /workspace/:workspaceId/activity', 'GET /workspace/:workspaceId/activity'],
  ],
  ['PUT', `/configuration/mock_service/${id}`, ['PUT /configuration/mock-service/:mockServiceId']],
  ['POST', '/mock-service', ['POST /configuration/mock-service', 'GET /configuration/mock-services']],
  [
    'GET',
    '/configuration',
    [
      'GET /configuration/workspaces',
      'GET /configuration/mock-services',
      'GET /configuration/workspace/:workspaceId',
    ],
  ],
  [
    'GET',
    '/api/configuration/workspaces',
    ['GET /configuration/workspaces', 'GET /configuration/workspace/:workspaceId'],
  ],
])('%s %s suggests %s', (method, path, meant) => {
  expect(meantBy(method, path)).toEqual(meant);
});

test.each([
  ['DELETE', `/configuration/mock-service/${id}`, ['DELETE /configuration/mock-services/:mockServiceId']],
  ['PUT', '/configuration/mock-service', ['PUT /configuration/mock-service/:mockServiceId']],
  ['DELETE', `/configuration/workspace/${id}`, ['DELETE /workspace/:workspaceId/activity']],
  ['PUT', `/configuration/workspace/${id}`, undefined],
  ['PATCH', '/configuration/workspaces', undefined],
])('where %s %s is not allowed, it suggests %s', (method, path, meant) => {
  expect(send(fake, method, path).status).toBe(405);
  expect(meantBy(method, path)).toEqual(meant);
});

test('suggests as much for a path of any length', () => {
  const path = `/${'configuration/'.repeat(10_000)}${'x'.repeat(1_000_000)}`;
  expect(meantBy('GET', path)).toHaveLength(3);
});

test('says that a path ends with a slash', () => {
  const detailOf = (path: string) => (JSON.parse(send(fake, 'GET', path).body) as ProblemDetails).detail;
  expect(detailOf('/configuration/workspaces/')).toBe(
    'No endpoint has this path. It ends with a slash. Did you mean GET /configuration/workspaces?',
  );
  expect(detailOf('/configuration/workspases')).toBe(
    'No endpoint has this path. Did you mean GET /configuration/workspaces?',
  );
});
