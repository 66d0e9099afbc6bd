/** Requests for what does not exist: 404 and 405. */
import { describe, expect, test } from 'vitest';
import { demoWorld, type ProblemDetails } from '@mock-services/fake-server';
import { idOf, input } from '../support/samples.ts';
import { connect, type ReadResponse, type Setup } from './face.ts';

const single = '/configuration/mock-service';
const plural = '/configuration/mock-services';

/** Expects problem details and returns them. */
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

const unknownIds: [method: string, path: string, body?: unknown][] = [
  ['GET', `/workspace/${idOf(404)}/activity`],
  ['DELETE', `/workspace/${idOf(404)}/activity`],
  ['GET', `${single}/${idOf(404)}`],
  ['PUT', `${single}/${idOf(404)}`, { data: input() }],
  ['DELETE', `${plural}/${idOf(404)}`],
  ['GET', `/configuration/workspace/${idOf(404)}`],
  ['GET', `${single}/not-a-uuid`],
  ['GET', `${single}/__proto__`],
  ['GET', `${single}/a%2Fb`],
  ['GET', `${single}/${demoWorld().workspaces[0]?.id}`],
];

const unknownPaths: [method: string, path: string, meant: string][] = [
  ['GET', '/configuration/mock-servics', `GET ${plural}`],
  ['GET', '/configuration/workspaces/', 'GET /configuration/workspaces'],
  ['GET', `${single}/`, `GET ${single}/:mockServiceId`],
  ['GET', `/configurations/mock-service/${idOf(1)}`, `GET ${single}/:mockServiceId`],
  ['PUT', `/mock-service/${idOf(1)}`, `PUT ${single}/:mockServiceId`],
  ['DELETE', `/workspaces/${idOf(1)}/activity`, 'DELETE /workspace/:workspaceId/activity'],
  ['GET', `/configuration//workspaces`, 'GET /configuration/workspaces'],
  ['GET', '', `GET ${plural}`],
  ['POST', `/Configuration/mock-service`, `POST ${single}`],
];

const otherMethods: [method: string, path: string, allow: string, elsewhere?: string][] = [
  ['DELETE', `${single}/${idOf(1)}`, 'GET, PUT', `DELETE ${plural}/:mockServiceId`],
  ['GET', `${plural}/${idOf(1)}`, 'DELETE', `GET ${single}/:mockServiceId`],
  ['PUT', `${plural}/${idOf(1)}`, 'DELETE', `PUT ${single}/:mockServiceId`],
  ['POST', plural, 'GET', `POST ${single}`],
  ['DELETE', plural, 'GET', `DELETE ${plural}/:mockServiceId`],
  ['GET', single, 'POST', `GET ${plural}`],
  ['POST', `/workspace/${idOf(1)}/activity`, 'GET, DELETE'],
  ['POST', `/configuration/workspaces`, 'GET', `POST ${single}`],
  ['PATCH', `${single}/${idOf(1)}`, 'GET, PUT'],
  ['OPTIONS', single, 'POST'],
];

export function mistakeBehaviour(setup: Setup): void {
  describe('mistakes in the request line', () => {
    test.each(unknownIds)('%s %s: 404 for an unknown id', async (method, path, body) => {
      const call = await connect(setup);
      const { detail } = problemOf(await call(method, path, { body }), 404);
      expect(detail).toMatch(/^There is no (mock service|workspace) with the id/);
    });

    test.each(unknownPaths)('%s %s: 404 that names %s', async (method, path, meant) => {
      const call = await connect(setup);
      const response = await call(method, path);
      const { detail, didYouMean } = problemOf(response, 404);
      expect(detail).toContain(meant);
      expect(didYouMean).toContain(meant);
    });

    test.each(['%E0%A4%A', '%', '%zz', 'x%C3'])(
      'a path with the malformed encoding %s: 404',
      async (segment) => {
        const call = await connect(setup);
        expect(problemOf(await call('GET', `${single}/${segment}`), 404).detail).toContain(
          'percent-encoding',
        );
        expect(problemOf(await call('GET', `/${segment}/workspaces`), 404).detail).toContain(
          'percent-encoding',
        );
      },
    );

    test.each(otherMethods)('%s %s: 405 that allows %s', async (method, path, allow, elsewhere = '') => {
      const call = await connect(setup);
      const response = await call(method, path);
      expect(problemOf(response, 405).detail).toContain(elsewhere);
      expect(response.headers.get('allow')).toBe(allow);
    });

    test('HEAD: 405 without a body', async () => {
      const call = await connect(setup);
      const response = await call('HEAD', '/configuration/workspaces');
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET');
      expect(response.bytes).toHaveLength(0);
    });
  });
}
