import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileWith, idOf, newFolder, serviceWith } from './support.ts';

describe('an invalid file', () => {
  test.each<[string, string, string]>([
    [
      'a list',
      '[{ "title": "a" }]',
      ':1:1: expected object, received array. Write { "mockServices": […] } around a list of mock services.\n',
    ],
    ['a string', '"a"', ':1:1: expected object, received string\n'],
    ['a number', '7', ':1:1: expected object, received number\n'],
    ['null', 'null', ':1:1: expected object, received null\n'],
    ...['['.repeat(200_000), '['.repeat(200_000) + ']'.repeat(200_000)].map(
      (text): [string, string, string] => [
        `${text.length} brackets`,
        text,
        ':1:1001: values are nested too deeply. Expected at most 1000 levels.\n',
      ],
    ),
    [
      'a deep value in a config',
      `{ "mockServices": [{ "title": "[\\"[", "config": {\n"x": ${'['.repeat(996)}${']'.repeat(996)},\n"y": ${'['.repeat(997)}${']'.repeat(997)} } }] }`,
      ':3:1002: values are nested too deeply.',
    ],
    [
      'an unknown part',
      '{\n  "mockService": []\n}',
      ':2:18: mockService: expected one of $schema, variables, mockServices, workspaces, activity, configurations, received array. Did you mean mockServices?\n',
    ],
    [
      'a missing title',
      '{ "mockServices": [\n  { "id": "x" }] }',
      ':2:3: mockServices[0].title: expected string, received nothing',
    ],
    [
      'a wrong id',
      '{ "mockServices": [\n  { "title": "", "id": "x" }] }',
      ':2:24: mockServices[0].id: expected UUID, received string',
    ],
    [
      'an unknown field of an entry',
      '{ "mockServices": [{\n"title": "A", "colour": 1 }] }',
      ':2:25: mockServices[0].colour: expected one of id, type, title, config, createdAt, updatedAt, received number\n',
    ],
    [
      'a misspelled field of an entry',
      '{ "mockServices": [{\n"titel": "A" }] }',
      ':2:10: mockServices[0].titel: expected one of id, type, title, config, createdAt, updatedAt, received string. Did you mean title?\n',
    ],
    [
      'a wrong type in a config',
      '{ "mockServices": [{ "title": "A", "config": {\n"upstreams": {} } }] }',
      ':2:14: mockServices[0].config.upstreams: expected array, received object',
    ],
    [
      'a misspelled field of a config',
      '{ "mockServices": [{ "title": "A", "config": {\n"upstream": [] } }] }',
      ':2:13: mockServices[0].config.upstream: expected `upstreams`, received `upstream`',
    ],
    [
      'a misspelled field of an upstream',
      '{ "mockServices": [{ "title": "A", "config": { "upstreams": [\n{ "name": "a", "Url": "b" }] } }] }',
      ':2:23: mockServices[0].config.upstreams[0].Url: expected `url`, received `Url`',
    ],
    [
      'a wrong workspace',
      '{ "workspaces": [\n{ "name": 1 }] }',
      ':2:11: workspaces[0].name: expected string, received number',
    ],
  ])('the error about %s gives the line and column', async (_name, text, expected) => {
    const { fake, run } = await serviceWith();
    const file = fileWith(text);
    for (const command of ['diff', 'apply']) {
      const { code, stdout, stderr } = await run([command, file]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`${file}${expected}`);
    }
    expect(fake.journal.entries()).toEqual([]);
  });

  test.each(['~1', '~0', '~01', '/', 'a/b', '', ' ', 'é🍎', '"\n', 'constructor', '0'])(
    'the error gives the line and column of a value below the key %j',
    async (key) => {
      const { run } = await serviceWith();
      const parts = {
        activity: { x: [], [key]: [{}, { timestamp: 7 }] },
        configurations: { [key]: { title: 7 } },
      };
      const text = JSON.stringify(parts, null, 2);
      const file = fileWith(text);
      const { stderr } = await run(['diff', file]);
      const positions = [...text.matchAll(/7/g)].map(({ index }) => {
        const before = text.slice(0, index).split('\n');
        return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
      });
      const found = stderr
        .split('\n')
        .flatMap((line) => /^(.*:\d+:\d+): .*expected string/.exec(line)?.[1] ?? []);
      expect(found).toEqual(positions);
    },
  );

  test.each([
    ['cor', 'cors'],
    ['co', undefined],
    ['CORS', 'cors'],
    ['upstr', 'upstreams'],
    ['upstrms', 'upstreams'],
    ['defaultResponseHeader', 'defaultResponseHeaders'],
    ['defaultResponse', 'defaultResponseHeaders'],
    ['headers', undefined],
  ])('in a config, the unknown field %j counts as a misspelling of %s', async (name, meant) => {
    const { run } = await serviceWith();
    const file = fileWith({ mockServices: [{ title: 'A', config: { [name]: {} } }] });
    const { code, stderr } = await run(['diff', file]);
    const problem = ` expected \`${meant}\`, received \`${name}\`\n`;
    expect({ code, stderr: stderr.slice(-problem.length) }).toEqual(
      meant === undefined ? { code: 1, stderr: '' } : { code: 2, stderr: problem },
    );
  });

  test('the error lists all problems in the order of the file', async () => {
    const { run } = await serviceWith();
    const entries = [
      { title: 1 },
      { id: idOf(1), title: 'A', config: { cors: { allowedMethod: [] } } },
      { id: idOf(1).toUpperCase(), title: 'B' },
    ];
    const { stderr } = await run(['diff', fileWith({ mockServices: entries })]);
    expect(stderr).toMatch(
      /^The file has 3 problems:\n[^\n]*\[0\].title[^\n]*\n[^\n]*allowedMethod: expected `allowedMethods`[^\n]*\n[^\n]*\[2\].id: expected a unique id[^\n]*\n$/,
    );
    const unique = await run(['diff', fileWith({ mockServices: entries.slice(1) })]);
    expect(unique.stderr).toMatch(
      /has 2 problems:[^]*:13:13: mockServices\[1\].id: expected a unique id, received the id of mockServices\[0\]\n$/,
    );
  });

  test.each([
    ['missing.json', 'there is no such file'],
    ['.', 'this is a folder, not a file'],
    ['latin-1.json', 'this file is not UTF-8 text'],
  ])('the program reports why the file %s cannot be read', async (name, reason) => {
    const { run } = await serviceWith();
    const folder = newFolder();
    writeFileSync(join(folder, 'latin-1.json'), '{"ü": 1}', 'latin1');
    const path = join(folder, name);
    expect(await run(['diff', path])).toEqual({ code: 2, stdout: '', stderr: `${path}: ${reason}.\n` });
  });

  test('a value may have 1,000 levels', async () => {
    const { run } = await serviceWith();
    const text = `{ "mockServices": [{ "title": "[", "config": { "x": ${'['.repeat(996)}${']'.repeat(996)} } }] }`;
    expect(await run(['diff', fileWith(text)])).toMatchObject({ code: 1, stderr: '' });
  });

  test('apply stores fields that the interface does not define', async () => {
    const { fake, run } = await serviceWith();
    expect(
      await run(['apply', fileWith({ mockServices: [{ title: 'A', config: { tags: ['x'] } }] })]),
    ).toMatchObject({ code: 0 });
    expect(fake.mockServices.list()[0]?.config).toMatchObject({ tags: ['x'], upstreams: [] });
  });
});
