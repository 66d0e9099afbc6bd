import { type Client, type ClientOptions, createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { mockServiceId, workspaceId } from '../support/fixtures.ts';

/** What a user reads when the service responds with an error. */

const baseUrl = 'https://mocks.example.com/api';
const listUrl = `${baseUrl}/configuration/workspaces`;

/** The error of a call that lists workspaces. */
async function failureOf(options: Partial<ClientOptions>): Promise<Error> {
  const client = createClient({ baseUrl, maxRetries: 0, ...options });
  return client.workspaces.list().then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error as Error,
  );
}
const messageOf = async (options: Partial<ClientOptions>) =>
  (await failureOf(options)).message.replace(/^listWorkspaces: /, '');
const responding = (status: number, body: string | null = '', headers: HeadersInit = {}) => ({
  fetch: () => Promise.resolve(new Response(body, { status, headers })),
});

describe('an error response', () => {
  test.each([
    [400, 'The service could not read the request.'],
    [401, 'The service wants credentials: see `token` and `headers`.'],
    [403, 'The service wants credentials: see `token` and `headers`.'],
    [404, 'Nothing is at this URL: is baseUrl right?'],
    [405, 'The path does not take this method: does baseUrl lead to the service?'],
    [408, 'The service gave up waiting.'],
    [409, 'The service reports a conflict.'],
    [413, 'The request is too large.'],
    [415, 'The service does not take JSON here.'],
    [422, 'The service rejected a field.'],
    [429, 'Too many requests.'],
    [500, 'The service failed.'],
    [503, 'The service failed.'],
  ])('%i says: %s', async (status, hint) => {
    expect(await messageOf(responding(status))).toBe(
      `the service responded with ${status} (GET ${listUrl}). ${hint}`,
    );
  });

  test('of another status has no hint', async () => {
    expect(await messageOf(responding(418))).toBe(`the service responded with 418 (GET ${listUrl}).`);
  });

  test('without a body has none', async () => {
    expect(await failureOf(responding(404, ''))).toHaveProperty('body', undefined);
  });

  test.each(['{"detail":"canary"}', 'canary', '""'])(
    'says where the words of the service are: %s',
    async (body) => {
      const { message } = await failureOf(responding(422, body));
      expect(message).toMatch(/ The service rejected a field\. Its own words: `error\.body`\.$/);
      expect(message).not.toContain('canary');
    },
  );

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['a mock service', ({ mockServices }) => mockServices.get(mockServiceId)],
    ['a deletion', ({ mockServices }) => mockServices.delete(mockServiceId)],
    ['a log', ({ activity }) => activity.list(workspaceId)],
  ])('404 to a request for %s may mean that nothing has the id', async (_, call) => {
    await expect(call(createClient({ baseUrl, ...responding(404) }))).rejects.toThrow(
      / Nothing has this id, or baseUrl does not lead to the service\.$/,
    );
  });

  test.each<[string, Partial<ClientOptions>]>([
    ['a token', { token: 'canary' }],
    ['a token from a function', { token: () => 'canary' }],
    ['a header', { headers: { Authorization: 'Basic canary' } }],
  ])('says that %s was refused', async (_, credentials) => {
    const of = (status: number) => messageOf({ ...responding(status), ...credentials });
    expect(await of(401)).toMatch(/ The service refused the token: is it right, and still valid\?$/);
    expect(await of(403)).toMatch(/ The token does not allow this\.$/);
    expect(await of(401)).not.toContain('canary');
  });

  test('says how many requests it took, and how long the service asks to wait', async () => {
    const options = { ...responding(503, '', { 'retry-after': '0.0012' }), maxRetries: 1 };
    expect(await messageOf(options)).toBe(
      `the service responded with 503 after 2 requests (GET ${listUrl}). The service failed. It asks to wait 1 s.`,
    );
  });

  test.each([
    ['1.5', 1500],
    ['12', 12_000],
    ['0', 0],
    [new Date(0).toUTCString(), 0],
  ])('with Retry-After %s asks for %i ms', async (header, retryAfterMs) => {
    const error = await failureOf(responding(429, '', { 'retry-after': header }));
    expect(error).toMatchObject({ retryAfterMs });
    const wait = { 1500: ' It asks to wait 2 s.', 12_000: ' It asks to wait 12 s.' }[retryAfterMs] ?? '';
    expect(error.message).toMatch(new RegExp(`Too many requests\\.${wait}$`));
  });

  test.each(['1s', 'x1', '1.', '.5', '1 GMTx', 'nonsense GMT', '2026-01-01'])(
    'with Retry-After %j asks for nothing',
    async (header) => {
      expect(await failureOf(responding(429, '', { 'retry-after': header }))).not.toHaveProperty(
        'retryAfterMs',
      );
    },
  );
});
