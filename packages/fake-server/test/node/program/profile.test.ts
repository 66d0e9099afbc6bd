import { expect, test } from 'vitest';
import { fileWith, runHere, serveHere } from './program.ts';

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
      'profile: pagination: observed {"signs":["total","link"],"limitHonored":true}; the fake server has no option for it\n',
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
