/** The option `--seed` with the URL of a service: the fake server starts with a copy of its data. */
import {
  connectFake,
  createFakeServer,
  type FakeServer,
  type FaultOptions,
  type Seed,
} from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createClient } from '@mock-services/sdk';
import { readSeed } from '@mock-services/sdk/seed';
import type { OperationId } from '@mock-services/sdk/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recorder, type TerminalOptions } from '../../../../cli-kit/test/terminal.ts';
import { readServeArguments } from '../../../src/node/command/arguments.ts';
import { main } from '../../../src/node/command/main.ts';
import { activityEntry, idOf, mockService, workspace } from '../../support/samples.ts';
import { fileWith, newPath, runHere, serveHere, serveIn, serveWith } from './program.ts';

const upper = (n: number) => idOf(n).toUpperCase();
const listed = Array.from({ length: 3 }, (_, n) => upper(500 + n));

/** 60 mock services, and 3 workspaces with logs, ids in upper case, unknown fields and credentials. */
function realSeed(): Seed {
  const services = Array.from({ length: 60 }, (_, n) => {
    const { config, ...fields } = mockService(n, { id: upper(n), title: `Grüße 📦 ${n}` });
    return {
      ...fields,
      createdAt: '2025-06-01T12:00:00.5+00:00',
      updatedAt: '2025-06-01T12:00:00.123456Z',
      revision: n,
      config: {
        ...config,
        cors: { ...config.cors, maxAge: n },
        upstreams: [{ name: 'a', url: 'https://a.test/', weight: 1 }],
        x: [n],
      },
    };
  });
  const logOf = (n: number) =>
    [1, 2].map((m) => {
      const entry = activityEntry(1000 * n + m);
      const body = Buffer.from(JSON.stringify({ password: 'hunter2', n })).toString('base64');
      return {
        ...entry,
        id: upper(1000 * n + m),
        request: {
          ...entry.request,
          headers: { 'content-type': 'application/json', 'x-api-key': 'hunter2' },
          bodyBase64Encoded: body,
          attempt: m,
        },
        response: { ...entry.response, cached: true },
        metadata: { ...entry.metadata, tags: ['a', null] },
        timestamp: '2025-06-02T12:00:00.7Z',
        trace: 'hunter2.no-credential',
      };
    });
  return {
    mockServices: services,
    workspaces: listed.map((id, n) => ({
      ...workspace(0, { id, name: `Wörkspace ${n}` }),
      region: 'eu',
      configuration: 'own',
    })),
    configurations: Object.fromEntries(
      listed.map((id, n) => [
        id,
        { ...mockService(0, { id: upper(700 + n), type: 'SOAP' }), plan: { seats: n } },
      ]),
    ),
    activity: Object.fromEntries(listed.map((id, n) => [id, logOf(n + 1)])),
  };
}

interface RealService {
  readonly fake: FakeServer;
  readonly url: string;
  readonly close: () => Promise<void>;
  /** The credentials of all requests, without repetitions. */
  readonly credentials: () => readonly string[];
}

/** Serves "the real service" with a path in its base URL. */
async function realService(seed: Seed = realSeed(), requiredToken?: string): Promise<RealService> {
  const fake = createFakeServer({
    baseUrl: 'http://127.0.0.1/real/api',
    seed,
    ...(requiredToken !== undefined && { requiredToken }),
  });
  const { url, close } = await serve(fake);
  onTestFinished(() => close({ grace: 0 }));
  const credentials = () => [
    ...new Set(fake.journal.entries().map(({ request }) => request.headers['authorization'] ?? 'none')),
  ];
  return { fake, url, close: () => close({ grace: 0 }), credentials };
}

const small: Seed = {
  mockServices: [{ title: 'A' }, { title: 'B' }, { title: 'C' }],
  workspaces: [
    { id: idOf(1), name: 'Checkout' },
    { id: idOf(2), name: 'Search' },
  ],
  activity: { [idOf(1)]: [{}] },
};

/** Everything that a client can read. */
const contentOf = (url: string, token?: string) =>
  readSeed(createClient({ baseUrl: url, token }), { activity: true, includeCredentials: true });

/** Runs the program until it ends, and stops it if it serves. */
async function runUntilServing(args: readonly string[], options: TerminalOptions = {}) {
  const stopping = new AbortController();
  const { terminal, printed } = recorder({
    stopped: stopping.signal,
    onOut: () => stopping.abort('SIGTERM'),
    ...options,
  });
  return { code: await main(['--port', '0', ...args], terminal), ...printed };
}

describe('the copy of a service', () => {
  test('with --activity, the copy equals the service, except for the credentials in its logs', async () => {
    const real = await realService(realSeed(), 'real');
    const token = await fileWith('real\n', 'token');
    const { url, greeting } = await serveHere(
      '--port',
      '0',
      '--seed',
      real.url,
      '--seed-token-file',
      token,
      '--activity',
    );
    const expected = await readSeed(createClient({ baseUrl: real.url, token: 'real' }), { activity: true });
    expect([expected.mockServices.length, Object.values(expected.activity ?? {}).flat().length]).toEqual([
      60, 6,
    ]);
    expect(await contentOf(url)).toEqual(expected);
    const text = JSON.stringify(await contentOf(url));
    expect(text.split('hunter2').length - 1).toBe(6);
    expect(text).toContain('hunter2.no-credential');
    expect(await contentOf(real.url, 'real')).toEqual({ ...realSeed(), activity: realSeed().activity });
    expect(greeting[0]).toBe(`Mock services at ${url}`);
  });

  test('without --activity, the logs are empty, and the rest equals the service', async () => {
    const real = await realService();
    const { url, stop } = await serveHere('--port', '0', '--seed', `${real.url}/`);
    const { activity: _logs, ...rest } = realSeed();
    expect(await contentOf(url)).toEqual({
      ...rest,
      activity: Object.fromEntries(listed.map((id) => [id, []])),
    });
    expect(real.fake.journal.find({ operation: 'listActivity' })).toEqual([]);
    expect((await stop()).stderr).toBe(`Copied 60 mock services and 3 workspaces from ${real.url}/.\n`);
  });

  test('changes of the copy do not reach the service, and a reset returns to the copy', async () => {
    const real = await realService();
    const { url } = await serveHere('--port', '0', '--seed', real.url, '--admin');
    const before = await contentOf(url);
    const client = createClient({ baseUrl: url });
    await client.mockServices.delete(upper(1));
    await client.mockServices.modify(upper(2), (service) => ({ ...service, title: 'Changed' }));
    await connectFake(url).reset();
    expect(await contentOf(url)).toEqual(before);
    const methods = new Set(real.fake.journal.entries().map(({ request }) => request.method));
    expect([...methods]).toEqual(['GET']);
  });

  test('each of several worlds starts with the copy, which is made once', async () => {
    const real = await realService(small);
    const { url } = await serveHere('--port', '0', '--seed', real.url, '--worlds');
    const requests = real.fake.journal.entries().length;
    for (const world of ['a', 'b'])
      expect((await contentOf(`${url}/worlds/${world}`)).mockServices).toHaveLength(3);
    expect(real.fake.journal.entries()).toHaveLength(requests);
  });
});

describe('credentials', () => {
  const canaries = {
    MOCK_SERVICES_TOKEN: 'canary-1',
    MOCK_SERVICES_HEADERS: 'x-canary: canary-2\nauthorization: Basic canary-3',
    MOCK_SERVICES_URL: 'http://canary-4.invalid',
  };

  test('the service gets only the token of --seed-token-file, and clients of the copy need the other', async () => {
    const real = await realService(small, 'real');
    const file = await fileWith('real', 'token');
    const args = ['--port', '0', '--seed', real.url, '--activity', '--seed-token-file', file];
    for (const more of [[], ['--token', 'canary-5']]) {
      const { url } = await serveIn(canaries, ...args, ...more);
      const own = more[1] ?? 'canary-1';
      expect((await contentOf(url, own)).mockServices).toHaveLength(3);
      await expect(contentOf(url, 'real')).rejects.toMatchObject({ status: 401 });
    }
    expect(real.credentials()).toEqual(['Bearer real']);
    expect(JSON.stringify(real.fake.journal.entries().map(({ request }) => request))).not.toContain('canary');
  });

  test('without --seed-token-file, the service gets no credentials', async () => {
    const real = await realService(small);
    await serveIn(canaries, '--port', '0', '--seed', real.url, '--token', 'canary-5');
    expect(real.credentials()).toEqual(['none']);
    expect(JSON.stringify(real.fake.journal.entries().map(({ request }) => request))).not.toContain('canary');
  });

  test('--seed-token-file - reads stdin', async () => {
    const real = await realService(small, 'real');
    const { url } = await serveWith(' real\n', '--port', '0', '--seed', real.url, '--seed-token-file', '-');
    expect((await contentOf(url)).mockServices).toHaveLength(3);
  });

  test.each(['http://mocks.example.com/api', 'http://127.0.0.1.example.com', 'http://192.168.0.7:4600'])(
    'a token is not sent without encryption: %s',
    async (url) => {
      const file = await fileWith('hunter2', 'token');
      const { hostname } = new URL(url);
      expect(await runHere('--seed', url, '--seed-token-file', file)).toEqual({
        code: 2,
        stdout: '',
        stderr: `--seed-token-file would send the token unencrypted to ${hostname}. Pass an https URL to --seed, or omit --seed-token-file.\nSee --help.\n`,
      });
    },
  );

  test.each([
    'https://mocks.example.com/api',
    'http://localhost:4600/api',
    'http://127.255.0.9',
    'http://[::1]:4600/api',
  ])('a token may be sent to %s', async (url) => {
    const file = await fileWith('hunter2', 'token');
    const { terminal } = recorder();
    const { seed } = await readServeArguments(['--seed', url, '--seed-token-file', file], terminal);
    expect(seed).toEqual({ url, token: 'hunter2', activity: false });
  });

  test.each(['https://hunter2:hunter2@mocks.example.com', 'https://mocks.example.com/api?key=hunter2'])(
    'the URL %s is rejected without its secrets',
    async (url) => {
      const { code, stdout, stderr } = await runHere('--seed', url);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^--seed must be an absolute http or https URL without credentials, query and/);
      expect(stderr).not.toContain('hunter2');
    },
  );

  test('a redirect to another origin gets neither the token nor a request', async () => {
    const other = await realService(small);
    const real = await realService(small, 'hunter2');
    const location = `${other.url}/configuration/mock-services`;
    real.fake.faults.add({ operation: 'getMockService', status: 307, headers: { location }, after: 1 });
    const file = await fileWith('hunter2', 'token');
    const { code, stdout, stderr } = await runHere('--seed', real.url, '--seed-token-file', file);
    expect([code, stdout, other.fake.journal.entries()]).toEqual([2, '', []]);
    expect(stderr).toContain(
      `It leads from ${new URL(real.url).origin} to ${new URL(other.url).origin}, which is another origin.`,
    );
    expect(stderr).toContain('If it is the service, set --seed to it.');
    expect(stderr).not.toContain('hunter2');
  });
});

describe('arguments', () => {
  test.each([
    [['--activity'], '--activity'],
    [['--seed-token-file', 'token'], '--seed-token-file'],
  ])('%j is rejected', async (args, flag) => {
    expect(await runHere(...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${flag} has no effect unless --seed is the URL of a service. Pass such a URL, or omit ${flag}.\nSee --help.\n`,
    });
  });
});

describe('a service that fails', () => {
  /** Runs the program with a token, while a fault is active. Also returns how often it applied. */
  async function copyWith(fault: FaultOptions, more: readonly string[] = []) {
    const real = await realService(small, 'hunter2');
    const added = real.fake.faults.add(fault);
    const file = await fileWith('hunter2', 'token');
    const args = ['--seed', real.url, '--seed-token-file', file, '--activity', ...more];
    const ended = await runUntilServing(args);
    expect(ended.stdout + ended.stderr).not.toContain('hunter2');
    return { ...ended, stderr: ended.stderr.replaceAll(real.url, 'URL'), used: added.used };
  }

  test('a 401 ends the program with advice, without the token', async () => {
    // Some services repeat the rejected token.
    const fault = { operation: 'getMockService', status: 401, body: 'Bad token hunter2' } as const;
    const { code, stdout, stderr } = await copyWith(fault);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^--seed: GET URL\/\S+: the service responded with 401\.\nCheck that the token in --seed-token-file is correct, has not expired and permits reading\.\n$/,
    );
  });

  test('without a token, a 401 leads to --seed-token-file', async () => {
    const { url } = await realService(small, 'hunter2');
    const { code, stderr } = await runHere('--seed', url);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /responded with 401\.\nThe service requires valid credentials\. Pass a file with its token to --seed-token-file\./,
    );
  });

  test('a 503 that passes is retried', async () => {
    const headers = { 'retry-after': '0' };
    const ended = await copyWith({ operation: 'getMockService', status: 503, times: 1, headers });
    expect(ended).toMatchObject({
      code: 0,
      used: 1,
      stderr: 'Copied 3 mock services and 2 workspaces from URL.\n',
    });
  });

  test('a URL that is not the base URL of a service is reported', async () => {
    const { url } = await realService(small);
    const { stderr } = await runHere('--seed', `${url}/seed.json`);
    expect(stderr).toBe(
      `--seed: GET ${url}/seed.json/configuration/mock-services: the service responded with 404.\nCheck the URL of --seed. Expected the base URL of a service. To read a seed file, pass its path.\n`,
    );
  });

  test('a service that cannot be reached is reported', async () => {
    const real = await realService(small);
    await real.close();
    const { code, stderr } = await runHere('--seed', real.url);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^--seed: listMockServices: no response from 127\.0\.0\.1:\d+ .*ECONNREFUSED/);
  });

  test('a response that differs from the interface is reported, without its values', async () => {
    const body = { data: [{ id: idOf(1), name: 7, createdAt: 'hunter2' }] };
    const { code, stderr } = await copyWith({ operation: 'listWorkspaces', status: 200, body });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^--seed: listWorkspaces: /);
    expect(stderr).toContain('data[0].name');
    expect(stderr).toContain(
      'To see what differs from the interface, run: npx @mock-services/conformance URL\n',
    );
  });

  test('a mock service and a workspace that are deleted during the copy are left out', async () => {
    const real = await realService(small);
    const [first] = real.fake.mockServices.list();
    real.fake.faults.add({
      operation: 'getMockService',
      status: 404,
      times: 1,
      match: { params: { mockServiceId: first?.id ?? '' } },
    });
    real.fake.faults.add({
      operation: 'getWorkspaceConfiguration',
      status: 410,
      match: { params: { workspaceId: idOf(2) } },
    });
    const { url, stop } = await serveHere('--port', '0', '--seed', real.url, '--activity');
    const { mockServices, workspaces, activity } = await contentOf(url);
    expect(mockServices.map(({ title }) => title)).toEqual(['B', 'C']);
    expect([workspaces.map(({ name }) => name), activity?.[idOf(1)]?.length]).toEqual([['Checkout'], 1]);
    expect((await stop()).stderr).toBe(
      [
        `Left out the mock service ${first?.id}, because the service responded with 404.\n`,
        `Left out the workspace ${idOf(2)}, because the service responded with 410.\n`,
        `Copied 2 mock services and 1 workspace from ${real.url}.\n`,
      ].join(''),
    );
  });

  test('Ctrl+C ends a copy that hangs, and the next start makes the copy', async () => {
    const real = await realService(small);
    const stopping = new AbortController();
    real.fake.faults.add({
      operation: 'listActivity',
      hang: true,
      match: () => (stopping.abort('SIGINT'), true),
    });
    const data = await newPath('copy.db');
    const args = ['--seed', real.url, '--activity', '--data', data];
    const ended = await runUntilServing(args, { stopped: stopping.signal });
    expect(ended).toEqual({ code: 130, stdout: '', stderr: 'Stopped.\n' });
    real.fake.faults.clear();
    expect((await runUntilServing(args)).stderr).toContain('Copied 3 mock services');
  });
});

describe('data that the fake server rejects', () => {
  const expired = {
    id: idOf(1),
    name: 'Chëckout',
    createdAt: '2025-06-02T00:00:00Z',
    expiresAt: '2025-06-01T00:00:00Z',
  };
  const entry = activityEntry(9);
  const log = [activityEntry(8), { ...entry, response: { ...entry.response, statusCode: 700 } }];

  test.each<[string, Partial<Record<OperationId, unknown>>, string]>([
    [
      'a workspace that expires too early',
      { listWorkspaces: [expired] },
      `workspace "Chëckout" ${idOf(1)}: expiresAt: expected timestamp later than createdAt, received an earlier or equal one`,
    ],
    [
      'an impossible status',
      { listActivity: log },
      `log entry ${idOf(9)} of workspace "Checkout" ${idOf(1)}: response.statusCode: expected HTTP status from 100 to 599, received number`,
    ],
  ])('%s is reported by the item of the service', async (_name, responses, problem) => {
    const real = await realService({
      ...small,
      mockServices: [mockService(1, { title: 'One' }), mockService(2, { title: 'Two' })],
      workspaces: [{ id: idOf(1), name: 'Checkout' }],
    });
    for (const [operation, data] of Object.entries(responses))
      real.fake.faults.add({ operation: operation as OperationId, status: 200, body: { data } });
    const data = await newPath('copy.db');
    const args = ['--seed', real.url, '--activity', '--data', data];
    expect(await runUntilServing(args)).toEqual({
      code: 2,
      stdout: '',
      stderr: [
        `--seed: the data of ${real.url} has 1 problem:\n`,
        `${problem}\n`,
        'To correct the data or leave it out, write a file with `npx @mock-services/cli dump --workspaces`, and pass it to --seed.\n',
      ].join(''),
    });
    real.fake.faults.clear();
    expect((await runUntilServing(args)).stderr).toContain('Copied 2 mock services');
  });
});

describe('--data', () => {
  test.each([
    ['the fake server', []],
    ['each world', ['--worlds']],
  ])('after a restart without network, %s has kept all changes', async (_, more) => {
    const real = await realService();
    const data = await newPath('copy.db');
    const scenarios = await fileWith(
      `export const scenarios = { one: (fake) => fake.mockServices.delete('${idOf(3)}') };`,
      'scenarios.mjs',
    );
    const args = [
      '--port',
      '0',
      '--admin',
      '--seed',
      real.url,
      '--activity',
      '--data',
      data,
      '--scenarios',
      scenarios,
      ...more,
    ];
    const first = await serveHere(...args);
    const copied = await contentOf(first.url);
    await createClient({ baseUrl: first.url }).mockServices.delete(upper(1));
    const changed = await contentOf(first.url);
    expect((await first.stop()).stderr).toBe(
      `Copied 60 mock services and 3 workspaces from ${real.url} to ${data}.\n`,
    );
    await real.close();
    for (const _ of [1, 2]) {
      const again = await serveHere(...args);
      expect(await contentOf(again.url)).toEqual(changed);
      expect((await again.stop()).stderr).toBe(
        `${data} already contains data, so nothing is copied from ${real.url}.\n`,
      );
    }
    const last = await serveHere(...args);
    const fake = connectFake(last.url);
    await fake.scenario('one');
    const mockServices = copied.mockServices.filter(({ id }) => id !== upper(3));
    expect(await contentOf(last.url)).toEqual({ ...copied, mockServices });
    await fake.reset();
    expect(await contentOf(last.url)).toEqual(copied);
  });
});
