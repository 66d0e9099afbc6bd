/** Tests the files that the program reads: a seed, a profile and a module of scenarios. */
import { connectFake } from '@mock-services/fake-server/core';
import { seed as seedFormat } from '@mock-services/sdk/seed';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { input, mockService } from '../../support/samples.ts';
import { fileWith, launchServer, runHere, runWith, serveHere, serveWith } from './program.ts';

describe('a seed in a file', () => {
  const errorOf = async (content: string) => {
    const path = await fileWith(content);
    const { code, stdout, stderr } = await runHere('--port', '0', '--seed', path);
    expect([code, stdout]).toEqual([2, '']);
    return stderr.replaceAll(path, 'seed.json').trimEnd();
  };

  test('the error about an invalid seed file gives the line, column and field', async () => {
    const service = { ...mockService(1), title: 7 };
    const seed = { mockServices: [input(), service], 'a/b': 1, '~': 2 };
    const lines = JSON.stringify(seed, null, 2).split('\n');
    const parts = Object.keys(seedFormat.shape).join(', ');
    const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
    const error = (await errorOf(lines.join('\n'))).split('\n');
    expect(error).toEqual([
      'The file has 3 problems:',
      `seed.json:${lineOf('"title": 7')}:16: mockServices[1].title: expected string, received number`,
      `seed.json:${lineOf('"a/b"')}:10: ["a/b"]: expected one of ${parts}, received number`,
      `seed.json:${lineOf('"~"')}:8: ["~"]: expected one of ${parts}, received number`,
    ]);
  });

  test('the error about a seed file contains no control characters', async () => {
    const controls = Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).filter((text) =>
      /\p{Cc}/u.test(text),
    );
    const key = controls.join('');
    const seed = { [key]: 1, activity: { [key]: [] }, mockServices: [{ ...mockService(1), type: key }] };
    const error = await errorOf(JSON.stringify(seed));
    expect(error).toContain('\\u001b');
    expect(error).toContain('\\u009b');
    expect(error).not.toMatch(/(?!\n)\p{Cc}/u);
    const { stderr } = await runHere('--port', '\u001b[2J\u009b2J');
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
    const path = await fileWith('{', 'a\u001b\u009bb.json');
    expect((await runHere('--seed', path)).stderr).toContain('a\\u001b\\u009bb.json:1:2: invalid JSON');
  });

  test('a seed file must contain a JSON object', async () => {
    expect(await errorOf(' []')).toBe(
      'The file has 1 problem:\nseed.json:1:2: expected object, received array. Write { "mockServices": […] } around a list of mock services.',
    );
  });

  test('a missing seed file is rejected', async () => {
    const missing = await runHere('--seed', '/nowhere/seed.json');
    expect(missing).toEqual({ code: 2, stdout: '', stderr: '/nowhere/seed.json: there is no such file.\n' });
    const folder = await runHere('--seed', '/');
    expect(folder.stderr).toBe('/: this is a folder, not a file.\n');
  });

  test('a misspelled field in a seed file causes one warning on stderr', async () => {
    const seed = '{ "mockServices": [{ "title": "a", "titel": "b" }] }';
    for (const args of [['--quiet'], ['--worlds']]) {
      const { url, stop } = await serveHere('--port', '0', '--seed', await fileWith(seed), ...args);
      for (const world of args.includes('--worlds') ? ['', '/worlds/a', '/worlds/b'] : ['']) {
        const list = (await (await fetch(`${url}${world}/configuration/mock-services`)).json()) as object;
        expect(list).toMatchObject({ data: [{ title: 'a' }] });
      }
      expect((await stop()).stderr).toBe('mockServices[0]: Unknown field `titel`. Did you mean `title`?\n');
    }
  });

  test('the file name - means stdin', async () => {
    const { url } = await serveWith(
      '{ "mockServices": [{ "title": "Orders" }] }',
      '--port',
      '0',
      '--seed',
      '-',
    );
    const list = (await (await fetch(`${url}/configuration/mock-services`)).json()) as { data: object[] };
    expect(list.data).toMatchObject([{ title: 'Orders' }]);
    expect((await runWith('{', '--seed', '-')).stderr).toMatch(/^stdin:1:2: invalid JSON/);
    expect((await runWith('[]', '--profile', '-')).stderr).toMatch(/^stdin:1:1: expected a profile/);
    for (const args of [
      ['--seed', '-', '--profile', '-'],
      ['--data', '-'],
    ])
      expect(await runHere(...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('stdin') as string,
      });
  });
});

const unknownPath = '/configuration/mock-service/3f0b6a52-4d8e-4c55-9c7c-0d6f3b1a2e41';

const observed = {
  'error-body': { status: 404, contentType: 'text/html', body: 'html', fields: [] },
  pagination: { signs: ['total', 'link'], limitHonored: true },
  versioning: { headers: ['api-version'] },
};
const profile = JSON.stringify({ version: 1, observed });

test('--profile reproduces observed behavior and lists what cannot be reproduced', async () => {
  const program = await serveHere('--port', '0', '--profile', await fileWith(profile));
  const response = await fetch(program.url + unknownPath);
  expect(response.headers.get('content-type')).toMatch('text/html');
  expect(await program.stop()).toMatchObject({
    code: 0,
    stderr: [
      'profile: pagination: observed {"signs":["total","link"]}; the fake server has no option for it\n',
      'profile: pagination: observed {"limitHonored":true}; the fake server has no option for it\n',
      'profile: versioning: observed {"headers":["api-version"]}; the fake server has no option for it\n',
    ].join(''),
  });
});

test.each([
  ['keep', [], { expiredListed: true, activityStatus: 200 }, 4],
  ['hide', [], { expiredListed: false, activityStatus: null }, 3],
  ['keep', ['--on-expiry', 'gone'], { expiredListed: true, activityStatus: 200 }, 3],
])(
  'an observed expiry (%s) applies unless --on-expiry overrides it: `%j`',
  async (_, args, expiry, count) => {
    const path = await fileWith(JSON.stringify({ version: 1, observed: { expiry } }));
    const { url } = await serveHere('--port', '0', '--profile', path, ...args);
    const { data } = (await (await fetch(`${url}/configuration/workspaces`)).json()) as { data: unknown[] };
    expect(data).toHaveLength(count);
  },
);

test('--token responds to a request without the token as the profile says', async () => {
  const seen = {
    authentication: { statusWithout: 403, challenges: [] },
    'error-body': observed['error-body'],
  };
  const path = await fileWith(JSON.stringify({ version: 1, observed: seen }));
  for (const worlds of [[], ['--worlds']]) {
    const { url } = await serveHere('--port', '0', '--profile', path, '--token', 'secret', ...worlds);
    const response = await fetch(url + unknownPath);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      403,
      'text/html; charset=utf-8',
    ]);
  }
});

test.each([
  ['{"version": 1, }', ':1:16: invalid JSON: expected a name in double quotes.'],
  [
    '{"version": 2, "observed": {}}',
    ':1:13: expected a profile of version 1 that the conformance suite saved (received version 2).',
  ],
])('an invalid profile is rejected with exit code 2: %s', async (content, message) => {
  const path = await fileWith(content, 'profile.json');
  expect(await runHere('--profile', path)).toEqual({ code: 2, stdout: '', stderr: `${path}${message}\n` });
});

test('--grease varies what a profile sets', async () => {
  const path = await fileWith(profile);
  const { url } = await serveHere('--port', '0', '--profile', path, '--grease=7');
  const types = new Set<string | null>();
  for (let i = 0; i < 20; i += 1) types.add((await fetch(url + unknownPath)).headers.get('content-type'));
  expect(types.size).toBeGreaterThan(2);
});

const scenarios = `{
  empty: (fake) => fake.seed({}),
  'service down': { title: 'The list fails', apply: (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }) },
}`;

test.each([
  ['js', `export const scenarios = ${scenarios};`],
  ['mjs', `export default ${scenarios};`],
])('--scenarios offers the scenarios of a .%s module to the admin endpoints', async (extension, code) => {
  const path = await fileWith(code, `scenarios.${extension}`);
  const { url } = await serveHere('--port', '0', '--admin', '--scenarios', path);
  const fake = connectFake(url);
  expect(await fake.scenarios()).toEqual([
    { name: 'empty', title: 'empty', applied: false },
    { name: 'service down', title: 'The list fails', applied: false },
  ]);
  await fake.scenario('service down');
  expect((await fetch(`${url}/configuration/mock-services`)).status).toBe(503);
  await fake.scenario('empty');
  expect(await fake.mockServices.list()).toEqual([]);
  await fake.reset();
  expect(await fake.mockServices.list()).toHaveLength(5);
});

test('--scenarios reads TypeScript, such as the file of the example application', async () => {
  const path = fileURLToPath(new URL('../../../../../examples/app/src/scenarios.ts', import.meta.url));
  const { url } = await launchServer('--port', '0', '--admin', '--scenarios', path);
  const fake = connectFake(url);
  expect(await fake.scenarios()).toHaveLength(5);
  await fake.scenario('many');
  expect((await fake.mockServices.list()).length).toBeGreaterThan(300);
});

test.each([
  [
    'export const other = 1;',
    'the module exports no scenarios. Add: export const scenarios = defineScenarios(',
  ],
  [
    'export const scenarios = 5;',
    'The option scenarios must be an object with a function for each name; got 5.',
  ],
  ['throw new Error("no such luck");', 'the module could not be imported. Error: no such luck'],
])('--scenarios rejects the module %j', async (code, message) => {
  const path = await fileWith(code, 'scenarios.mjs');
  const { code: exitCode, stderr } = await runHere('--port', '0', '--scenarios', path);
  expect([exitCode, stderr.includes(`${path}: `)]).toEqual([2, true]);
  expect(stderr).toContain(message);
});

test('--scenarios rejects a missing file', async () => {
  const { code, stderr } = await runHere('--scenarios', 'missing.mjs');
  expect(code).toBe(2);
  expect(stderr).toContain('missing.mjs: the module could not be imported.');
});
