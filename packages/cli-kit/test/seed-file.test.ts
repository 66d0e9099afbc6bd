/** The command line and the fake server read the same file, and report the same problems at the same places. */
import { describe, expect, test } from 'vitest';
import { fileWith, run } from '../../../checks/programs/programs.ts';

const id = (n: number) => `abcdef00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const workspace = { id: id(1), createdAt: '2026-01-02T00:00:00Z', expiresAt: '2026-01-03T00:00:00Z' };

/** Returns what each of the two programs prints about a file, without its name. */
async function problemsIn(text: string | Uint8Array) {
  const path = fileWith(text);
  const [cli, fake] = [
    await run('cli', ['diff', path, '--url', 'http://127.0.0.1:1']),
    await run('fake', ['--port', '0', '--seed', path]),
  ];
  expect([cli.code, cli.stdout, fake.stdout]).toEqual([2, '', '']);
  return [cli, fake].map(({ stderr }) => stderr.replaceAll(path, 'file'));
}

test.each<[string, string | Uint8Array, string]>([
  ['an empty file', '', ':1:1: invalid JSON: unexpected end of the file'],
  ['a file that ends early', '{', ':1:2: invalid JSON: unexpected end of the file'],
  ['a list that ends early', '{\n  "mockServices": [', ':2:20: invalid JSON: unexpected end of the file'],
  ['a string that ends early', '{"a": "x', ':1:9: invalid JSON: unexpected end of the file'],
  ['a missing value', '{\n  "mockServices": [\n    {"title": }\n', ':3:15: invalid JSON: expected a value'],
  ['a missing element', '{\n"mockServices": [,] }', ':2:18: invalid JSON: expected a value'],
  ['a word as a value', '{"a": nul}', ':1:7: invalid JSON: expected a value or a name in double quotes'],
  [
    'a name without quotes',
    '{\n\n b: 1 }',
    ':3:2: invalid JSON: expected a value or a name in double quotes',
  ],
  ['a comma at the end', '{"a": 1,\n}', ':2:1: invalid JSON: expected a name in double quotes'],
  ['a missing value after a byte order mark', '\uFEFF{"a": }', ':1:7: invalid JSON: expected a value'],
  ['a missing colon', '{"a" 1}', ':1:6: invalid JSON: expected a colon'],
  [
    'a missing comma in a list',
    '{"a": [1 2]}',
    ':1:10: invalid JSON: expected a comma or the closing bracket',
  ],
  ['a missing comma', '{"a": 1\n"b": 2}', ':2:1: invalid JSON: expected a comma or the closing bracket'],
  ['an octal number', '{"a": 01}', ':1:8: invalid JSON: expected a comma or the closing bracket'],
  ['an incomplete number', '{"a": 1.}', ':1:7: invalid JSON: incomplete number'],
  ['text after the value', '{}\n{}', ':2:1: invalid JSON: expected nothing after the value'],
  ['a comment', '// {}', ':1:1: invalid JSON: JSON has no comments'],
  ['a comment within', '{\n  // note\n}', ':2:3: invalid JSON: JSON has no comments'],
  ['a missing quote', '{\n  "mockServices: []\n}', ':2:20: invalid JSON: unterminated string'],
  ['a string of two lines', '{"a": "ü\ny"}', ':1:9: invalid JSON: unterminated string'],
  ['a control character', '{"a": "\t"}', ':1:7: invalid JSON: control character in a string'],
  ['an unknown escape', String.raw`{"a": "\x"}`, ':1:7: invalid JSON: invalid escape sequence in a string'],
  ['a short escape', String.raw`{"a": "\u12"}`, ':1:7: invalid JSON: invalid escape sequence in a string'],
  [
    'deep nesting',
    '['.repeat(100_000),
    ':1:1001: values are nested too deeply. Expected at most 1000 levels',
  ],
  ['text that is not UTF-8', Uint8Array.of(0xff, 0xfe, 0x7b), ': this file is not UTF-8 text'],
])('both programs reject %s', async (_name, text, expected) => {
  const printed = `file${expected}.\n`;
  expect(await problemsIn(text)).toEqual([printed, printed]);
});

describe('a file that both programs reject', () => {
  test.each<[string, string, string]>([
    [
      'a list',
      '[]',
      'file:1:1: expected object, received array. Write { "mockServices": […] } around a list of mock services.',
    ],
    [
      'an unknown part',
      '{ "workspace": [] }',
      'file:1:16: workspace: expected one of $schema, variables, mockServices, workspaces, activity, configurations, received array. Did you mean workspaces?',
    ],
    [
      'a repeated key, of which the last one counts',
      '{ "mockServices": [{ "title": 1,\n"title": 2 }] }',
      'file:2:10: mockServices[0].title: expected string, received number',
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
      'a repeated id of a workspace',
      JSON.stringify({ workspaces: [workspace, { id: id(1) }] }),
      'workspaces[1].id: expected a unique id, received the id of workspaces[0]',
    ],
    [
      'a repeated id of an entry',
      JSON.stringify({ workspaces: [workspace], activity: { [id(1)]: [{ id: id(5) }, { id: id(5) }] } }),
      `activity["${id(1)}"][1].id: expected a unique id, received the id of activity["${id(1)}"][0]`,
    ],
    [
      'a log of an unknown workspace',
      JSON.stringify({ activity: { [id(1)]: [] } }),
      `activity["${id(1)}"]: expected the id of a workspace in the seed, received an unknown key`,
    ],
    [
      'a configuration of an unknown workspace',
      JSON.stringify({ workspaces: [workspace], configurations: { [id(2)]: {} } }),
      `configurations["${id(2)}"]: expected the id of a workspace in the seed, received an unknown key`,
    ],
    [
      'a log that appears twice',
      JSON.stringify({ workspaces: [workspace], activity: { [id(1)]: [], [id(1).toUpperCase()]: [] } }),
      'expected a unique id, received an id that differs from another only in letter case',
    ],
    [
      'a workspace that expires before it is created',
      JSON.stringify({ workspaces: [{ ...workspace, expiresAt: workspace.createdAt }] }),
      'workspaces[0].expiresAt: expected timestamp later than createdAt, received an earlier or equal one',
    ],
    [
      'an invalid status',
      JSON.stringify({ workspaces: [workspace], activity: { [id(1)]: [{ response: { statusCode: 99 } }] } }),
      'response.statusCode: expected HTTP status from 100 to 599',
    ],
    [
      'an invalid field of an upstream',
      JSON.stringify({ mockServices: [{ title: 'A', config: { upstreams: [{ name: 'a', url: 'b' }] } }] }),
      'mockServices[0].config.upstreams[0].url: expected absolute URL, received string of another form',
    ],
  ])('%s', async (_name, text, expected) => {
    const [cli, fake] = await problemsIn(text);
    expect(cli).toContain(expected);
    expect(fake).toBe(cli);
  });
});

test('a long file is accepted by both, because only its depth is limited', async () => {
  const mockServices = Array.from({ length: 1200 }, (_, index) => ({
    title: `Größe ${index}`,
    config: { upstreams: [{ name: 'live', url: 'https://a.test/[{]}"' }] },
  }));
  const path = fileWith(JSON.stringify({ mockServices }));
  expect(await run('fake', ['--port', '0', '--seed', path])).toMatchObject({ code: 0, stderr: '' });
  const { stderr } = await run('cli', ['diff', path, '--url', 'http://127.0.0.1:1']);
  expect(stderr).toMatch(/^listMockServices: no response/);
});

test.each(['"', '\\', '\\\\', '\\"', '"[', '\\[', '{\\', ']', '\\"}', '/'])(
  'a string with %j before a deep value has no effect on the limit',
  async (title) => {
    const deep = (levels: number) => {
      const lists = '['.repeat(levels - 4) + ']'.repeat(levels - 4);
      return `{ "mockServices": [{ "title": ${JSON.stringify(title)}, "config": {\n"x": ${lists} } }] }`;
    };
    const reason = 'file:2:1002: values are nested too deeply. Expected at most 1000 levels.\n';
    expect(await problemsIn(deep(1001))).toEqual([reason, reason]);
    const path = fileWith(deep(1000));
    expect(await run('fake', ['--port', '0', '--seed', path])).toMatchObject({ code: 0, stderr: '' });
  },
);

test('a complete seed is accepted by both', async () => {
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

test('of more than 100 problems, both list the first ones of the file', async () => {
  // The checks find the names of workspaces before the repeated ids, which come first in the file.
  const mockServices = Array.from({ length: 71 }, (_, index) => ({ id: id(1), title: `${index}` }));
  const workspaces = Array.from({ length: 70 }, () => ({ name: 1 }));
  for (const printed of await problemsIn(JSON.stringify({ mockServices, workspaces }))) {
    const lines = printed.trimEnd().split('\n');
    expect(lines).toHaveLength(102);
    expect(lines[0]).toBe('The file has 140 problems:');
    for (const [index, line] of lines.slice(1, 71).entries())
      expect(line).toContain(`: mockServices[${index + 1}].id: expected a unique id`);
    for (const [index, line] of lines.slice(71, 101).entries())
      expect(line).toContain(`: workspaces[${index}].name: expected string`);
    expect(lines[101]).toBe('and 40 more');
  }
});
