/** The option `--seed` with the URL of a service: the fake server starts with a copy of its data. */
import { connectFake, createFakeServer, type FakeServer, type Seed } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createClient } from '@mock-services/sdk';
import { readSeed } from '@mock-services/sdk/seed';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recorder } from '../../../../cli-kit/test/terminal.ts';
import { readServeArguments } from '../../../src/node/command/arguments.ts';
import { activityEntry, idOf, mockService, workspace } from '../../support/samples.ts';
import { fileWith, newPath, runHere, serveHere, serveIn } from './program.ts';

const upper = (n: number) => idOf(n).toUpperCase();

/** Ids in upper case, unknown fields, times that differ in precision, and a credential in the log. */
const realSeed: Seed = {
  mockServices: [1, 2, 3].map((n) => ({
    ...mockService(n, { id: upper(n), title: `Grüße 📦 ${n}` }),
    createdAt: '2025-06-01T12:00:00.5+00:00',
    revision: n,
  })),
  workspaces: [8, 9].map((n) => ({
    ...workspace(0, { id: upper(n), name: `Wörkspace ${n}` }),
    region: 'eu',
    configuration: 'own',
  })),
  configurations: Object.fromEntries(
    [8, 9].map((n) => [upper(n), { ...mockService(70 + n, { type: 'SOAP' }), plan: { seats: n } }]),
  ),
  activity: {
    [upper(8)]: [activityEntry(1), activityEntry(2)].map((entry) => ({
      ...entry,
      request: { ...entry.request, headers: { 'x-api-key': 'hunter2', accept: 'text/html' } },
      trace: 'kept',
    })),
    [upper(9)]: [],
  },
};

interface RealService {
  readonly fake: FakeServer;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves "the real service" with a path in its base URL. */
async function realService(requiredToken?: string, seed = realSeed): Promise<RealService> {
  const token = requiredToken === undefined ? {} : { requiredToken };
  const fake = createFakeServer({ baseUrl: 'http://127.0.0.1/real/api', seed, ...token });
  const { url, close } = await serve(fake);
  onTestFinished(() => close({ grace: 0 }));
  return { fake, url, close: () => close({ grace: 0 }) };
}

/** Everything that a client can read. */
const contentOf = (url: string, token?: string) =>
  readSeed(createClient({ baseUrl: url, token }), { activity: true, includeCredentials: true });

const copyOf = ({ url }: RealService, ...more: string[]) => serveHere('--port', '0', '--seed', url, ...more);

describe('the copy of a service', () => {
  test('with --activity, the copy equals the service, except for the credentials in its logs', async () => {
    const real = await realService();
    const { url } = await copyOf(real, '--activity');
    const expected = await readSeed(createClient({ baseUrl: real.url }), { activity: true });
    expect(await contentOf(url)).toEqual(expected);
    expect(JSON.stringify(expected)).not.toContain('hunter2');
    expect(await contentOf(real.url)).toEqual(realSeed);
  });

  test('without --activity, the logs are empty, and the rest equals the service', async () => {
    const real = await realService();
    const { url, stop } = await copyOf(real);
    const activity = { [upper(8)]: [], [upper(9)]: [] };
    expect(await contentOf(url)).toEqual({ ...realSeed, activity });
    expect(real.fake.journal.find({ operation: 'listActivity' })).toEqual([]);
    expect((await stop()).stderr).toBe(`Copied 3 mock services and 2 workspaces from ${real.url}.\n`);
  });

  test('the service gets only GET requests and none later, and each world starts with the copy', async () => {
    const real = await realService();
    const { url } = await copyOf(real, '--admin', '--worlds');
    const requests = real.fake.journal.entries();
    const client = createClient({ baseUrl: `${url}/worlds/a` });
    await client.mockServices.delete(upper(1));
    expect(await createClient({ baseUrl: `${url}/worlds/b` }).mockServices.list()).toHaveLength(3);
    await connectFake(url, { world: 'a' }).reset();
    expect(await client.mockServices.list()).toHaveLength(3);
    expect(new Set(requests.map(({ request }) => request.method))).toEqual(new Set(['GET']));
    expect(real.fake.journal.entries()).toEqual(requests);
  });

  test('what is deleted during the copy is left out and listed', async () => {
    const real = await realService();
    const params = { mockServiceId: upper(1) };
    real.fake.faults.add({ operation: 'getMockService', status: 404, match: { params } });
    const { url, stop } = await copyOf(real);
    expect((await contentOf(url)).mockServices.map(({ id }) => id)).toEqual([upper(2), upper(3)]);
    expect((await stop()).stderr).toContain(
      `Left out the mock service ${upper(1)}, because the service responded with 404.\n`,
    );
  });

  test('with --data, a restart needs no network, keeps all changes, and a reset returns to the copy', async () => {
    const real = await realService();
    const data = await newPath('copy.db');
    const first = await copyOf(real, '--activity', '--data', data);
    const copied = await contentOf(first.url);
    await createClient({ baseUrl: first.url }).mockServices.delete(upper(1));
    const changed = await contentOf(first.url);
    await first.stop();
    await real.close();
    const again = await copyOf(real, '--activity', '--data', data, '--admin');
    expect(await contentOf(again.url)).toEqual(changed);
    await connectFake(again.url).reset();
    expect(await contentOf(again.url)).toEqual(copied);
    expect((await again.stop()).stderr).toBe(
      `${data} already contains data, so nothing is copied from ${real.url}.\n`,
    );
  });
});

describe('credentials', () => {
  test.each([
    ['only the token of --seed-token-file', 'real'],
    ['no credentials without --seed-token-file', undefined],
  ])('the service gets %s, and clients of the copy need another token', async (_, token) => {
    const real = await realService(token);
    const file = token === undefined ? [] : ['--seed-token-file', await fileWith(`${token}\n`, 'token')];
    const { url } = await serveIn(
      { MOCK_SERVICES_TOKEN: 'canary', MOCK_SERVICES_HEADERS: 'x-canary: canary' },
      '--port',
      '0',
      '--seed',
      real.url,
      ...file,
    );
    expect((await contentOf(url, 'canary')).mockServices).toHaveLength(3);
    await expect(contentOf(url, 'real')).rejects.toMatchObject({ status: 401 });
    const sent = real.fake.journal.entries().map(({ request }) => request.headers);
    expect(new Set(sent.map(({ authorization }) => authorization))).toEqual(
      new Set([token === undefined ? undefined : `Bearer ${token}`]),
    );
    expect(JSON.stringify(sent)).not.toContain('canary');
  });

  test.each(['http://mocks.example.com/api', 'http://127.0.0.1.example.com'])(
    'a token is not sent without encryption: %s',
    async (url) => {
      const { hostname } = new URL(url);
      expect(await runHere('--seed', url, '--seed-token-file', await fileWith('hunter2', 'token'))).toEqual({
        code: 2,
        stdout: '',
        stderr: `--seed-token-file would send the token unencrypted to ${hostname}. Pass an https URL to --seed, or omit --seed-token-file.\nSee --help.\n`,
      });
    },
  );

  test.each(['https://mocks.example.com/api', 'http://localhost:4600/api'])(
    'a token may be sent to %s',
    async (url) => {
      const args = ['--seed', url, '--seed-token-file', await fileWith('hunter2', 'token')];
      const { seed } = await readServeArguments(args, recorder().terminal);
      expect(seed).toEqual({ url, token: 'hunter2', activity: false });
    },
  );
});

describe('a copy that fails', () => {
  test.each([['--activity'], ['--seed-token-file=token']])('%s needs the URL of a service', async (flag) => {
    const { code, stderr } = await runHere(flag);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^--\S+ has no effect unless --seed is the URL of a service\./),
    ]);
  });

  test('a 401 leads to --seed-token-file, and shows no token', async () => {
    const { url } = await realService('right');
    const file = await fileWith('hunter2', 'token');
    const wrong = await runHere('--seed', url, '--seed-token-file', file);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('Check that the token in --seed-token-file is correct'),
    ]);
    expect(wrong.stderr).not.toContain('hunter2');
    expect((await runHere('--seed', url)).stderr).toContain(
      'Pass a file with its token to --seed-token-file.',
    );
  });
});
