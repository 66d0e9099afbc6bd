import { demoSeed, type ProblemDetails } from '@mock-services/fake-server';
import { describe, expect, test } from 'vitest';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, input, workspace } from '../support/samples.ts';
import { connect, type ReadResponse, type Setup } from './adapter.ts';

const unknownIds: [method: string, path: string, body?: unknown][] = [
  ['GET', activityPath(idOf(404))],
  ['GET', `${mockServicePath}/${idOf(404)}`],
  ['PUT', `${mockServicePath}/${idOf(404)}`, { data: input() }],
  ['DELETE', `${mockServicesPath}/${idOf(404)}`],
  ['GET', `/configuration/workspace/${idOf(404)}`],
  ['GET', `${mockServicePath}/not-a-uuid`],
  ['GET', `${mockServicePath}/__proto__`],
  ['GET', `${mockServicePath}/a%2Fb`],
  ['GET', `${mockServicePath}/${demoSeed().workspaces[0]?.id}`],
];

const unknownPaths: [method: string, path: string, meant: string][] = [
  ['GET', '/configuration/mock-servics', `GET ${mockServicesPath}`],
  ['GET', `${workspacesPath}/`, `GET ${workspacesPath}`],
  ['GET', `${mockServicePath}/`, `GET ${mockServicePath}/:mockServiceId`],
  ['GET', `/configurations/mock-service/${idOf(1)}`, `GET ${mockServicePath}/:mockServiceId`],
  ['DELETE', `/workspaces/${idOf(1)}/activity`, 'DELETE /workspace/:workspaceId/activity'],
  ['GET', '/configuration//workspaces', `GET ${workspacesPath}`],
  ['POST', '/Configuration/mock-service', `POST ${mockServicePath}`],
  ['PATCH', '/configuration/workspacess', `GET ${workspacesPath}`],
  ['GET', '/configuration/MockServices', `GET ${mockServicesPath}`],
  ['DELETE', `/workspace/${idOf(1)}`, 'DELETE /workspace/:workspaceId/activity'],
  ['GET', `/api${workspacesPath}`, `GET ${workspacesPath}`],
];

const otherMethods: [method: string, path: string, allow: string, elsewhere?: string][] = [
  ['DELETE', `${mockServicePath}/${idOf(1)}`, 'GET, PUT', `DELETE ${mockServicesPath}/:mockServiceId`],
  ['GET', `${mockServicesPath}/${idOf(1)}`, 'DELETE', `GET ${mockServicePath}/:mockServiceId`],
  ['POST', mockServicesPath, 'GET', `POST ${mockServicePath}`],
  ['GET', mockServicePath, 'POST', `GET ${mockServicesPath}`],
  ['POST', activityPath(idOf(1)), 'GET, DELETE'],
  ['POST', workspacesPath, 'GET'],
  ['OPTIONS', mockServicePath, 'POST'],
];

/** Expects that a response contains problem details, and returns the problem details. */
export function problemOf(response: ReadResponse, status: number): ProblemDetails {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('content-length')).toBe(String(response.bytes.length));
  const problem = response.json() as ProblemDetails;
  expect(problem).toMatchObject({ type: 'about:blank', status });
  expect(problem.title).not.toBe('');
  expect(problem.detail).not.toBe('');
  return problem;
}

export function wrongPathBehavior(setup: Setup): void {
  describe('a request with a wrong path or method', () => {
    test.each(unknownIds)('a request with an unknown id gets 404: %s %s', async (method, path, body) => {
      const call = await connect(setup);
      const { detail } = problemOf(await call(method, path, { body }), 404);
      expect(detail).toMatch(/^There is no (mock service|workspace) with the id/);
    });

    test.each(unknownPaths)(
      'an unknown path gets 404 and a suggestion of the correct path: %s %s',
      async (method, path, meant) => {
        const call = await connect(setup);
        const { detail, didYouMean } = problemOf(await call(method, path), 404);
        expect(detail).toContain(meant);
        expect(didYouMean).toEqual([meant]);
      },
    );

    test.each(['%E0%A4%A', '%'])(
      'a path with the malformed percent-encoding %s gets 404',
      async (segment) => {
        const call = await connect(setup);
        for (const path of [`${mockServicePath}/${segment}`, `/${segment}/workspaces`]) {
          expect(problemOf(await call('GET', path), 404).detail).toContain('percent-encoding');
        }
      },
    );

    test.each(otherMethods)(
      'a request with an unsupported method gets 405 and the allowed methods: %s %s',
      async (method, path, allow, elsewhere = '') => {
        const call = await connect(setup);
        const response = await call(method, path);
        expect(problemOf(response, 405).detail).toContain(elsewhere);
        expect(response.headers.get('allow')).toBe(allow);
      },
    );

    test('a HEAD request gets the response to a GET without its body', async () => {
      const call = await connect(setup, { seed: { workspaces: [workspace(1, { name: 'Büro 🏢' })] } });
      const [head, get] = [await call('HEAD', workspacesPath), await call('GET', workspacesPath)];
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-length'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      expect((await call('HEAD', '/nothing')).status).toBe(404);
      expect((await call('HEAD', mockServicePath)).status).toBe(405);
    });
  });
}
