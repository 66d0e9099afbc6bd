/** Invalid bodies: 400, 415 and 422; and that an error changes nothing. */
import { describe, expect, test } from 'vitest';
import { demoWorld } from '@mock-services/fake-server';
import { idOf, input, mockService } from '../support/samples.ts';
import { connect, type Call, type Setup } from './face.ts';
import { problemOf } from './mistakes.ts';

const single = '/configuration/mock-service';
const seed = { ...demoWorld(), mockServices: [mockService(1)] };
const secret = 'hunter2';
const badConfig = {
  cors: { allowedOrigins: [1], allowedMethods: [] },
  upstreams: [{ name: 'a', url: secret }],
};

const malformed = {
  truncated: '{',
  'a trailing comma': '{"type":"REST",}',
  'an unterminated string': `{"title":"${secret}`,
  empty: '',
  blank: ' \n',
  'not JSON at all': 'undefined',
  'nested too deeply': '['.repeat(5000) + ']'.repeat(5000),
};

const misshapen: [method: string, path: string, body: unknown, pointers: string[]][] = [
  ['POST', single, {}, ['/type', '/title', '/config']],
  ['POST', single, 'null', ['']],
  ['POST', single, '[1]', ['']],
  ['POST', single, { data: input() }, ['/type', '/title', '/config']],
  ['POST', single, { ...input(), title: 7, type: null }, ['/type', '/title']],
  [
    'POST',
    single,
    { ...input(), config: badConfig },
    [
      '/config/cors/allowedOrigins/0',
      '/config/cors/allowedHeaders',
      '/config/defaultResponseHeaders',
      '/config/upstreams/0/url',
    ],
  ],
  ['PUT', `${single}/${idOf(1)}`, input(), ['/data']],
  ['PUT', `${single}/${idOf(1)}`, { data: { ...input(), title: [secret] } }, ['/data/title']],
];

export function invalidBodyBehaviour(setup: Setup): void {
  describe('invalid bodies', () => {
    test.each(Object.entries(malformed))('400 for malformed JSON: %s', async (_, body) => {
      const call = await connect(setup, { seed });
      for (const [method, path] of [
        ['POST', single],
        ['PUT', `${single}/${idOf(1)}`],
      ] as const) {
        const response = await call(method, path, { body });
        problemOf(response, 400);
        expect(response.text).not.toContain(secret);
      }
    });

    test('400 where there is no body', async () => {
      const call = await connect(setup, { seed });
      expect(problemOf(await call('POST', single), 400).detail).toContain('empty');
      expect(problemOf(await call('PUT', `${single}/${idOf(1)}`), 400).detail).toContain('empty');
    });

    test.each([
      undefined,
      'text/json',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/+json',
    ])('415 for the content type %s', async (contentType) => {
      const call = await connect(setup, { seed });
      expect(problemOf(await call('POST', single, { body: input(), contentType }), 415).detail).toContain(
        'application/json',
      );
    });

    test.each(misshapen)(
      '422 with pointers into the body: %s %s %j',
      async (method, path, body, pointers) => {
        const call = await connect(setup, { seed });
        const response = await call(method, path, { body });
        const { errors = [] } = problemOf(response, 422);
        expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(pointers.toSorted());
        for (const { detail } of errors) expect(detail).toMatch(/^expected .+, received .+$/);
        expect(response.text).not.toContain(secret);
      },
    );

    test('an error leaves everything unchanged', async () => {
      const call = await connect(setup, { seed });
      const before = await everything(call);
      const invalid = [
        ...Object.values(malformed).map((body) => call('PUT', `${single}/${idOf(1)}`, { body })),
        ...misshapen.map(([method, path, body]) => call(method, path, { body })),
        call('POST', single, { body: input(), contentType: 'text/plain' }),
        call('PUT', `${single}/${idOf(404)}`, { body: { data: input() } }),
        call('DELETE', `${single}/${idOf(1)}`),
        call('DELETE', '/configuration/mock-services'),
        call('DELETE', `/configuration/mock-services/${idOf(1)}/`),
      ];
      for (const { status } of await Promise.all(invalid)) expect(status).toBeGreaterThanOrEqual(400);
      expect(await everything(call)).toEqual(before);
      // No identifier or instant was used up: the next one created is what it would have been.
      const untouched = await connect(setup, { seed, baseUrl: 'https://untouched.test' });
      const next = await call('POST', single, { body: input() });
      expect(next.text).toBe((await untouched('POST', single, { body: input() })).text);
      expect(await everything(call)).toEqual(await everything(untouched));
    });
  });
}

/** All that can be read. */
async function everything(call: Call): Promise<string[]> {
  const { mockServices } = seed;
  const paths = [
    '/configuration/mock-services',
    '/configuration/workspaces',
    ...mockServices.map(({ id }) => `${single}/${id}`),
    ...seed.workspaces.flatMap(({ id }) => [`/workspace/${id}/activity`, `/configuration/workspace/${id}`]),
  ];
  return Promise.all(paths.map(async (path) => (await call('GET', path)).text));
}
