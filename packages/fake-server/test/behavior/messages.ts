import { check, endpoints, expandPath, operationIds } from '@mock-services/sdk/contract';
import { demoSeed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { mockServicePath, mockServicesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { connect, type Call, type Setup } from './adapter.ts';

const { mockServices, workspaces } = demoSeed();
const params = { mockServiceId: mockServices[1]?.id ?? '', workspaceId: workspaces[0]?.id ?? '' };

/** Creates a mock service, and returns the path for reading the mock service. */
async function create(call: Call, body: unknown): Promise<string> {
  const { id } = (await call('POST', mockServicePath, { body })).json() as { id: string };
  return `${mockServicePath}/${id}`;
}

export function messageBehavior(setup: Setup): void {
  describe('a valid request', () => {
    test.each(operationIds)(
      'a valid request for %s gets the response that the contract defines',
      async (id) => {
        const { method, body, status, result } = endpoints[id];
        const sent = body && { body: check(body, input()).length === 0 ? input() : { data: input() } };
        const call = await connect(setup);
        const response = await call(method, expandPath(id, params), sent);
        expect(response.status).toBe(status);
        expect(response.headers.get('content-length')).toBe(String(response.bytes.length));
        expect(response.headers.get('content-type')).toBe(result ? 'application/json' : null);
        expect(result ? check(result, response.json()) : response.text).toHaveLength(0);
      },
    );

    test.each(['application/json; charset=utf-8', 'Application/vnd.a+b.c+JSON'])(
      'a JSON body is accepted with the content type %s',
      async (contentType) => {
        const call = await connect(setup);
        expect((await call('POST', mockServicePath, { body: input(), contentType })).status).toBe(201);
      },
    );

    test('text in any writing system, control characters and a megabyte are stored unchanged', async () => {
      const title = 'Grüße, 日本語, עברית, 👩‍🚀, e\u0301, \u0000\u2028, \ud83d' + 'Größe 📦'.repeat(90_000);
      const call = await connect(setup);
      const path = await create(call, input({ title }));
      expect((await call('GET', path)).json()).toHaveProperty('data.title', title);
      expect((await call('GET', mockServicesPath)).json()).toHaveProperty('data.5.title', title);
    });

    test('body fields named `__proto__` are stored without changing a prototype', async () => {
      const body = JSON.stringify(input())
        .replace('"x-mock":true', '"__proto__":"kept","constructor":true')
        .replace('{', '{"__proto__":{"polluted":true},');
      const call = await connect(setup);
      const path = await create(call, body);
      const put = await call('PUT', path, { body: `{"data":${body}}` });
      const read = await call('GET', path);
      expect(put.text).toBe(read.text);
      expect(read.text).toContain('"__proto__":{"polluted":true}');
      expect(read.text).toContain('"__proto__":"kept","constructor":true');
      expect({}).not.toHaveProperty('polluted');
    });
  });
}
