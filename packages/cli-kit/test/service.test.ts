/** What a program says about a service that fails, and about the parts of it that cannot be read. */
import { readService, serviceFailureText } from '@mock-services/cli-kit';
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { createClient, isMockServicesError, type MockServicesError } from '@mock-services/sdk';
import { expect, test } from 'vitest';
import { recorder, unsafe, unsafeCharacters } from './terminal.ts';

const words = {
  url: '--url',
  longer: 'Pass a longer --timeout.',
  hints: { 404: 'Hint 404.', 503: 'Hint 503.' },
};
const proxy = { HTTPS_PROXY: 'http://me:hunter2@proxy.test' };

/** Returns the error of a call to a service that responds in the given way. */
async function errorFor(respond: () => Promise<Response>, options: object = {}): Promise<MockServicesError> {
  const client = createClient({
    baseUrl: 'https://mocks.test/api',
    fetch: respond,
    maxRetries: 0,
    ...options,
  });
  const error: unknown = await client.mockServices.list().catch((reason: unknown) => reason);
  if (!isMockServicesError(error)) throw error;
  return error;
}
const status =
  (code: number, headers = {}) =>
  () =>
    Promise.resolve(
      new Response('{"detail":"hunter2"}', { status: code, headers: { 'retry-after': '0', ...headers } }),
    );
const url = 'https://mocks.test/api/configuration/mock-services';

test.each<[string, () => Promise<Response>, object, string[]]>([
  ['a status', status(500), {}, [`GET ${url}: the service responded with 500.`]],
  [
    'a status with a hint',
    status(404),
    {},
    [`GET ${url}: the service responded with 404.`, 'more', 'Hint 404.'],
  ],
  [
    'the last of several attempts',
    status(503),
    { maxRetries: 2 },
    [`GET ${url}: the service responded with 503 after 3 attempts.`, 'more', 'Hint 503.'],
  ],
])('%s is described without the body', async (_, respond, options, expected) => {
  const error = await errorFor(respond, options);
  const more = expected.length > 1 ? ['more'] : [];
  expect(serviceFailureText(error, words, proxy, more)).toBe(expected.join('\n'));
});

test.each([
  ['to another origin', 'https://login.test/', 'to https://login.test, which is another origin. '],
  ['to itself', '/api/configuration/mock-services', 'stopped after 20 requests'],
  ['to no valid URL', 'https://', `GET ${url}: the service responded with 302.`],
])('a redirect %s is described without its body', async (_, location, expected) => {
  const text = serviceFailureText(await errorFor(status(302, { location })), words, proxy);
  expect(text).toContain(expected);
  expect(text).toContain('302');
  expect(text).not.toMatch(/`|hunter2|\n/);
});

test('secrets are replaced, but not in the lines of the caller', async () => {
  const error = await errorFor(() => Promise.reject(new TypeError('fetch failed')));
  const used = { ...proxy, NODE_USE_ENV_PROXY: '1' };
  const hide = (text: string) => text.replaceAll('mocks.test', '${HOST}');
  const text = serviceFailureText(error, words, used, ['mocks.test'], hide);
  expect(text.split('\n')).toEqual([
    expect.stringContaining('no response from ${HOST} ('),
    'mocks.test',
    expect.stringMatching(/permits requests to \$\{HOST\}\.$/),
  ]);
  expect(text.match(/mocks\.test/g)).toHaveLength(1);
});

test('a failure without a response ends with the advice about a proxy', async () => {
  const error = await errorFor(() => Promise.reject(new TypeError('fetch failed')));
  const [reason, ...lines] = serviceFailureText(error, words, proxy, ['one', 'two']).split('\n');
  expect(reason).toContain('mocks.test');
  expect(reason).not.toContain('`');
  expect(lines).toEqual(['one', 'two', expect.stringMatching(/^HTTPS_PROXY is set/)]);
  expect(serviceFailureText(error, words, {}).split('\n')).toHaveLength(1);
});

test.each(['timeout', 'totalTimeout'])(
  'the time limit `%s` is named by the option of the program',
  async (name) => {
    const error = await errorFor(() => new Promise(() => {}), { [name]: 20 });
    const text = serviceFailureText(error, words, {});
    expect(text).toMatch(/: the time limit of 20 ms .* Pass a longer --timeout\.$/s);
    expect(text).not.toContain('`');
  },
);

test('a page instead of JSON names the option of the base URL, in safe characters', async () => {
  const page = await errorFor(() =>
    Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
  );
  expect(serviceFailureText(page, words, {})).toContain('--url');
  const evil = await errorFor(() => Promise.resolve(Response.json({ [unsafeCharacters]: 1 })), {
    baseUrl: 'https://mocks.test',
  });
  expect(serviceFailureText(evil, words, {})).not.toMatch(unsafe);
});

test.each([
  [0, 0],
  [20, 0],
  [21, 1],
])('of %i parts that are left out, all but %i are named', async (count, unnamed) => {
  const mockServices = Array.from({ length: 50 }, (_, index) => ({ title: `A${index}` }));
  const fake = createFakeServer({ seed: { mockServices } });
  const gone: FaultOptions = { operation: 'getMockService', status: 404, times: count };
  if (count > 0) fake.faults.add(gone);
  const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
  const { terminal, printed } = recorder();
  const seed = await readService(client, terminal, {});
  expect(seed.mockServices).toHaveLength(50 - count);
  const lines = printed.stderr.split('\n').slice(0, -1);
  const named = lines.flatMap(
    (line) => /^Left out the mock service (\S+), because .* with 404\.$/.exec(line)?.[1] ?? [],
  );
  expect(named).toHaveLength(count - unnamed);
  // No mock service is named twice, or named as left out although it was read.
  expect(new Set([...named, ...seed.mockServices.map(({ id }) => id)]).size).toBe(50 - unnamed);
  expect(lines.slice(named.length)).toEqual(unnamed > 0 ? [`Left out ${unnamed} more.`] : []);
  expect(printed.stdout).toBe('');
});

test('Ctrl+C aborts the reads', async () => {
  const fake = createFakeServer({ seed: { mockServices: [{ title: 'A' }] } });
  const stopping = new AbortController();
  fake.faults.add({ operation: 'getMockService', hang: true, match: () => (stopping.abort('SIGINT'), true) });
  const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
  const { terminal } = recorder({ stopped: stopping.signal });
  await expect(readService(client, terminal, {})).rejects.toMatchObject({ name: 'AbortError' });
  expect(fake.journal.find({ operation: 'getMockService' })).toHaveLength(1);
});
