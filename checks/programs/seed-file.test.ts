/** The command line and the fake server read the same file, and report the same problems at the same places. */
import { seed as seedFormat } from '@mock-services/sdk/seed';
import { expect, test } from 'vitest';
import { fileWith } from '../../packages/cli-kit/test/support.ts';
import { run } from './programs.ts';

const id = (n: number) => `abcdef00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const workspace = { id: id(1), createdAt: '2026-01-02T00:00:00Z', expiresAt: '2026-01-03T00:00:00Z' };

/** Returns what each of the two programs prints about a file, without its name. */
async function problemsIn(text: string, options: readonly string[] = []) {
  const path = fileWith(text);
  const [cli, fake] = [
    await run('cli', ['diff', path, '--url', 'http://127.0.0.1:1', ...options]),
    await run('fake', ['--port', '0', '--seed', path, ...options]),
  ];
  expect([cli.code, cli.stdout, fake.code, fake.stdout]).toEqual([2, '', 2, '']);
  return [cli, fake].map(({ stderr }) => stderr.replaceAll(path, 'file'));
}

test.each<[string, string, string]>([
  [
    'a file that is not JSON',
    '{\n  "mockServices": [\n    {"title": }\n',
    'file:3:15: invalid JSON: expected a value.\n',
  ],
  [
    'a list',
    '[]',
    'file:1:1: expected object, received array. Write { "mockServices": […] } around a list of mock services.',
  ],
  [
    'an unknown part',
    '{ "workspace": [] }',
    `file:1:16: workspace: expected one of ${Object.keys(seedFormat.shape).join(', ')}, received array. Did you mean workspaces?`,
  ],
  [
    'a repeated id of a mock service',
    JSON.stringify({
      mockServices: [
        { title: 'A', id: id(1) },
        { title: 'B', id: id(1).toUpperCase() },
      ],
    }),
    'mockServices[1].id: expected a unique id, received the id of mockServices[0]',
  ],
  [
    'a log of an unknown workspace',
    JSON.stringify({ activity: { [id(1)]: [] } }),
    `activity["${id(1)}"]: expected the id of a workspace in the seed, received an unknown key`,
  ],
  [
    'a workspace that expires before it is created',
    JSON.stringify({ workspaces: [{ ...workspace, expiresAt: workspace.createdAt }] }),
    'workspaces[0].expiresAt: expected timestamp later than createdAt, received an earlier or equal one',
  ],
  [
    'an invalid field of an upstream',
    JSON.stringify({ mockServices: [{ title: 'A', config: { upstreams: [{ name: 'a', url: 'b' }] } }] }),
    'mockServices[0].config.upstreams[0].url: expected absolute URL, received string of another form',
  ],
])('both programs reject %s', async (_name, text, expected) => {
  const [cli, fake] = await problemsIn(text);
  expect(cli).toContain(expected);
  expect(fake).toBe(cli);
});

test('both programs name the variable that makes a file invalid, and where', async () => {
  const text = JSON.stringify({
    variables: { HOST: null },
    mockServices: [{ title: 'A', config: { upstreams: [{ name: 'live', url: '${HOST}/v1' }] } }],
  });
  const expected = `Variables: HOST from --var.\nThe file has 1 problem:\nfile:1:${text.indexOf('"${HOST}') + 1}: mockServices[0].config.upstreams[0].url: expected absolute URL, received string of another form, from "\${HOST}/v1"\n`;
  expect(await problemsIn(text, ['--var', 'HOST=secret'])).toEqual([expected, expected]);
});

test('both programs accept a complete seed', async () => {
  const seed = {
    $schema: 'x',
    mockServices: [
      { id: id(1), title: 'A', type: 'REST', config: {}, createdAt: '2026-01-01T00:00:00+00:00' },
    ],
    workspaces: [workspace],
    activity: {
      [id(1).toUpperCase()]: [{ request: { url: 'https://a.test', body: { a: 1 } }, metadata: { x: 1 } }],
    },
    configurations: { [id(1)]: { title: 'C' } },
  };
  const path = fileWith(JSON.stringify(seed));
  expect(await run('fake', ['--port', '0', '--seed', path])).toMatchObject({ code: 0, stderr: '' });
  // No service runs at this address, so the program has read the file.
  const { stderr } = await run('cli', ['diff', path, '--url', 'http://127.0.0.1:1']);
  expect(stderr).toMatch(/^listMockServices: no response/);
});

test('--var without a file of the fake server is rejected', async () => {
  for (const args of [
    ['--var', 'A=secret'],
    ['--empty', '--var', 'A=secret'],
  ])
    expect(await run('fake', ['--port', '0', ...args])).toEqual({
      code: 2,
      stdout: '',
      stderr: '--var gives values to the variables of a file. Add --seed <file.json>.\nSee --help.\n',
    });
});
