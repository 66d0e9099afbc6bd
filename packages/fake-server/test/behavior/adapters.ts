/**
 * Compares an adapter with `fake.fetch`, whose behavior `suite.ts` tests: two requests for each operation, requests
 * whose transport is difficult, and the endings of responses that faults cause.
 */
import { createFakeServer, demoSeed, type FakeServerOptions } from '@mock-services/fake-server/core';
import { endpoints, expandPath, operationIds, type OperationId } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, input } from '../support/samples.ts';
import { connect, type Call, type ReadResponse, type Sent, type Setup } from './adapter.ts';
import { faultBehavior } from './faults.ts';

const { mockServices, workspaces } = demoSeed();
const known = { mockServiceId: mockServices[1]?.id ?? '', workspaceId: workspaces[0]?.id ?? '' };
const unknown = { mockServiceId: idOf(404), workspaceId: idOf(404) };

type Request = readonly [method: string, path: string, sent?: Sent];

/** Returns a request that succeeds and a request that fails. */
function requestsFor(id: OperationId): Record<'succeeds' | 'fails', Request> {
  const { method, path } = endpoints[id];
  const to = (params: typeof known, body: unknown): Request => [method, expandPath(id, params), { body }];
  if (id === 'createMockService') return { succeeds: to(known, input()), fails: to(known, { title: 7 }) };
  const body = id === 'updateMockService' ? { data: input({ title: 'Größe 📦' }) } : undefined;
  const succeeds = to(known, body);
  return { succeeds, fails: path.includes(':') ? to(unknown, body) : ['PATCH', path] };
}

const difficult: [string, Request][] = [
  ['HEAD', ['HEAD', workspacesPath]],
  ['HEAD of an unknown path', ['HEAD', '/nothing']],
  ['a query string', ['GET', `${workspacesPath}?limit=1&page=%E0%A4%A`]],
  ['an id in upper case', ['GET', `${mockServicePath}/${known.mockServiceId.toUpperCase()}`]],
  ['malformed percent-encoding', ['GET', `${mockServicePath}/%E0%A4%A`]],
  ['an encoded slash', ['GET', `${mockServicePath}/a%2Fb`]],
  ['an empty path', ['DELETE', '']],
  ['OPTIONS', ['OPTIONS', mockServicePath]],
  ['no body', ['POST', mockServicePath]],
  ['malformed JSON', ['POST', mockServicePath, { body: '{' }]],
  ['a body without a content type', ['POST', mockServicePath, { body: input(), contentType: undefined }]],
  [
    'a content type with parameters',
    ['POST', mockServicePath, { body: input(), contentType: 'Application/JSON; charset=utf-8' }],
  ],
];

/** Returns what an adapter must not change. */
function contentOf({ status, headers, text }: ReadResponse): unknown {
  const names = ['content-type', 'content-length', 'allow'];
  return { status, text, headers: names.map((name) => headers.get(name)) };
}

export function adapterSuite(adapter: string, setup: Setup): void {
  /** Sends requests through the adapter and with `fake.fetch`, and compares the responses. */
  async function compare(
    requests: readonly Request[],
    options: FakeServerOptions = {},
  ): Promise<ReadResponse[]> {
    const direct = createFakeServer({ seed: demoSeed(), ...options });
    const send = await connect(setup, options);
    const sendDirectly: Call = await connect(() => ({ fake: direct, ...direct, close: () => {} }));
    const responses: ReadResponse[] = [];
    for (const request of requests) {
      const response = await send(...request);
      expect(contentOf(response)).toEqual(contentOf(await sendDirectly(...request)));
      responses.push(response);
    }
    return responses;
  }

  describe(`through ${adapter}`, () => {
    test.each(operationIds)('%s gets the responses of `fake.fetch` and changes the same data', async (id) => {
      const { succeeds, fails } = requestsFor(id);
      const lists: Request[] = [
        ['GET', mockServicesPath],
        ['GET', `/workspace/${known.workspaceId}/activity`],
      ];
      const [failed, succeeded] = await compare([fails, succeeds, ...lists]);
      expect(failed?.status).toBeGreaterThanOrEqual(400);
      expect(succeeded?.status).toBe(endpoints[id].status);
    });

    test.each(difficult)(
      'a request with %s gets the same response as from `fake.fetch`',
      async (_, request) => {
        expect(await compare([request])).toHaveLength(1);
      },
    );

    test('text in any writing system, emoji and control characters arrive unchanged', async () => {
      const title = 'Grüße, 日本語, עברית, 👩‍🚀, e\u0301, \u0000\u2028, \ud83d';
      const body = input({ title: title + 'Größe 📦'.repeat(90_000) });
      const [, list] = await compare([
        ['POST', mockServicePath, { body }],
        ['GET', mockServicesPath],
      ]);
      expect(list?.json()).toHaveProperty('data.5.title', body.title);
    });

    test('a request path must start with the path of the base URL', async () => {
      const baseUrl = 'https://prefixed.test/api/v1/';
      const requests: Request[] = [
        ['GET', workspacesPath],
        ['GET', '/configuration/workspace'],
      ];
      const [found, wrong] = await compare(requests, { baseUrl });
      expect(found?.json()).toEqual({ data: workspaces });
      expect(wrong?.text).toContain(`GET /api/v1${workspacesPath}`);
    });

    faultBehavior(setup);
  });
}
