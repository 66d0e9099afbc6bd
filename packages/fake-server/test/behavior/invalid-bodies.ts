import { demoSeed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { mockServicePath, mockServicesPath, readPaths } from '../support/paths.ts';
import { idOf, input, mockService } from '../support/samples.ts';
import { connect, type Call, type Setup } from './adapter.ts';
import { problemOf } from './wrong-paths.ts';

const one = `${mockServicePath}/${idOf(1)}`;
const seed = { ...demoSeed(), mockServices: [mockService(1)] };
const secret = 'hunter2';
const { config } = input();
const badConfig = {
  ...config,
  cors: { ...config.cors, allowedOrigins: [1] },
  defaultResponseHeaders: undefined,
  upstreams: [{ name: 'a', url: secret }],
};
const eachField = Object.keys(input()).map((field) => `/${field}`);

const malformed = {
  truncated: '{',
  'an unterminated string': `{"title":"${secret}`,
  empty: '',
  'nested too deeply': '['.repeat(5000) + ']'.repeat(5000),
};

const misshapen: [method: string, path: string, body: unknown, pointers: string[]][] = [
  ['POST', mockServicePath, {}, eachField],
  ['POST', mockServicePath, '[1]', ['']],
  ['POST', mockServicePath, { data: input() }, eachField],
  [
    'POST',
    mockServicePath,
    { ...input(), config: badConfig },
    ['/config/cors/allowedOrigins/0', '/config/defaultResponseHeaders', '/config/upstreams/0/url'],
  ],
  ['PUT', one, input(), ['/data']],
  ['PUT', one, { data: { ...input(), title: [secret] } }, ['/data/title']],
];

const writes = [
  ['POST', mockServicePath],
  ['PUT', one],
] as const;

export function invalidBodyBehavior(setup: Setup): void {
  describe('an invalid body', () => {
    test.each(Object.entries(malformed))('a body with malformed JSON gets 400: %s', async (_, body) => {
      const call = await connect(setup, { seed });
      for (const [method, path] of writes) {
        const response = await call(method, path, { body });
        problemOf(response, 400);
        expect(response.text).not.toContain(secret);
      }
    });

    test.each([undefined, 'application/x-www-form-urlencoded', 'application/jsonp', 'application/+json'])(
      'a body with the content type `%s` gets 415',
      async (contentType) => {
        const call = await connect(setup, { seed });
        const response = await call('POST', mockServicePath, { body: input(), contentType });
        expect(problemOf(response, 415).detail).toContain('application/json');
      },
    );

    test.each(misshapen)(
      'a body with a wrong shape gets 422 with JSON pointers: %s %s %j',
      async (method, path, body, pointers) => {
        const call = await connect(setup, { seed });
        const response = await call(method, path, { body });
        const { errors = [] } = problemOf(response, 422);
        expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(pointers.toSorted());
        for (const { detail } of errors) expect(detail).toMatch(/^expected .+, received .+$/);
        expect(response.text).not.toContain(secret);
      },
    );

    test('a rejected request changes no data, uses no id and does not advance the clock', async () => {
      const call = await connect(setup, { seed });
      const before = await readAll(call);
      const invalid = [
        ...Object.values(malformed).map((body) => call('PUT', one, { body })),
        ...misshapen.map(([method, path, body]) => call(method, path, { body })),
        call('POST', mockServicePath, { body: input(), contentType: 'text/plain' }),
        call('PUT', `${mockServicePath}/${idOf(404)}`, { body: { data: input() } }),
        call('DELETE', one),
        call('DELETE', mockServicesPath),
        call('DELETE', `${mockServicesPath}/${idOf(1)}/`),
      ];
      for (const { status } of await Promise.all(invalid)) expect(status).toBeGreaterThanOrEqual(400);
      expect(await readAll(call)).toEqual(before);
      const untouched = await connect(setup, { seed, baseUrl: 'https://untouched.test' });
      const next = await call('POST', mockServicePath, { body: input() });
      expect(next.text).toBe((await untouched('POST', mockServicePath, { body: input() })).text);
      expect(await readAll(call)).toEqual(await readAll(untouched));
    });
  });
}

/** Reads all data of the fake server. */
async function readAll(call: Call): Promise<string[]> {
  const paths = readPaths({ mockServiceId: [idOf(1)], workspaceId: seed.workspaces.map(({ id }) => id) });
  return Promise.all(paths.map(async (path) => (await call('GET', path)).text));
}
