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
  ['DELETE', `/workspace/${id}`, ['DELETE /workspace/:workspaceId/activity']],
  ['PUT', `/configuration/mock_service/${id}`, ['PUT /configuration/mock-service/:mockServiceId']],
  ['POST', '/mock-service', ['POST /configuration/mock-service']],
  ['GET', '/api/configuration/workspaces', ['GET /configuration/workspaces']],
])('%s %s suggests %s', (method, path, meant) => {
  expect(meantBy(method, path)?.[0]).toBe(meant[0]);
  expect(meantBy(method, path)).toEqual(expect.arrayContaining(meant));
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

test('never suggests more than three, and takes no longer for a long path', () => {
  const started = performance.now();
  expect(
    meantBy('GET', `/${'configuration/'.repeat(10_000)}${'x'.repeat(1_000_000)}`)?.length,
  ).toBeLessThanOrEqual(3);
  expect(performance.now() - started).toBeLessThan(500);
});
