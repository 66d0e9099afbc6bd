/** What holds for requests and responses of every operation. */
import { check, endpoints, expandPath, operationIds } from '@mock-services/sdk/contract';
import { demoWorld } from '@mock-services/fake-server';
import { describe, expect, test } from 'vitest';
import { input } from '../support/samples.ts';
import { connect, type Setup } from './face.ts';
import { problemOf } from './mistakes.ts';

const single = '/configuration/mock-service';
const { mockServices, workspaces } = demoWorld();
const params = { mockServiceId: mockServices[1]?.id ?? '', workspaceId: workspaces[0]?.id ?? '' };

export function messageBehaviour(setup: Setup): void {
  describe('messages', () => {
    test.each(operationIds)('%s responds as the contract says', async (id) => {
      const { method, path, body, status, result } = endpoints[id];
      const sent = body && { body: check(body, input()).length === 0 ? input() : { data: input() } };
      const call = await connect(setup);
      const response = await call(method, expandPath(path, params), sent);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-length')).toBe(String(response.bytes.length));
      expect(response.headers.get('content-type')).toBe(result ? 'application/json' : null);
      expect(result ? check(result, response.json()) : response.text).toHaveLength(0);
    });

    test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json'])(
      'a body can have the content type %s',
      async (contentType) => {
        const call = await connect(setup);
        expect((await call('POST', single, { body: input(), contentType })).status).toBe(201);
      },
    );

    test('text in any script, emoji and control characters survive a round trip', async () => {
      const title = 'Grüße, 日本語, עברית, 👩‍🚀, e\u0301, \u0000\u2028, \ud83d';
      const call = await connect(setup);
      const { id } = (await call('POST', single, { body: input({ title }) })).json() as { id: string };
      expect((await call('GET', `${single}/${id}`)).json()).toHaveProperty('data.title', title);
      expect((await call('GET', '/configuration/mock-services')).json()).toHaveProperty(
        'data.5.title',
        title,
      );
    });

    test('a body of a megabyte survives a round trip', async () => {
      const title = 'Größe 📦'.repeat(90_000);
      const call = await connect(setup);
      const { id } = (await call('POST', single, { body: input({ title }) })).json() as { id: string };
      const response = await call('GET', `${single}/${id}`);
      expect(response.bytes.length).toBeGreaterThan(1_000_000);
      expect((response.json() as { data: { title: string } }).data.title === title).toBe(true);
    });

    test('fields and headers named __proto__ survive a round trip and pollute nothing', async () => {
      const body = JSON.stringify(input())
        .replace('"x-mock":true', '"__proto__":"kept","constructor":true')
        .replace('{', '{"__proto__":{"polluted":true},');
      const call = await connect(setup);
      const { id } = (await call('POST', single, { body })).json() as { id: string };
      const put = await call('PUT', `${single}/${id}`, { body: `{"data":${body}}` });
      const read = await call('GET', `${single}/${id}`);
      expect(put.text).toBe(read.text);
      expect(read.text).toContain('"__proto__":{"polluted":true}');
      expect(read.text).toContain('"__proto__":"kept","constructor":true');
      expect({}).not.toHaveProperty('polluted');
    });

    test('paths can have a prefix', async () => {
      const call = await connect(setup, { baseUrl: 'https://prefixed.test/api/v1/' });
      expect((await call('GET', '/configuration/workspaces')).json()).toEqual({ data: workspaces });
      const { didYouMean } = problemOf(await call('GET', '/configuration/workspace'), 404);
      expect(didYouMean).toContain('GET /api/v1/configuration/workspaces');
    });
  });
}
