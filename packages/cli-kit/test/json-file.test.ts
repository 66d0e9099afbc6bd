/** What is said about a file that is not JSON, or of which JavaScript would lose a part, and where. */
import { readJson } from '@mock-services/cli-kit';
import { expect, test } from 'vitest';
import { fileWith } from './support.ts';
import { recorder } from './terminal.ts';

/** Returns the reason why a file is rejected, without the file's name, or `undefined`. */
async function problemIn(text: string | Uint8Array): Promise<string | undefined> {
  const path = fileWith(text);
  const reading = readJson(recorder().terminal, path);
  return reading.then(
    () => undefined,
    ({ message }: Error) => message.replaceAll(path, 'file'),
  );
}

test.each<[string, string | Uint8Array, string]>([
  ['an empty file', '', ':1:1: invalid JSON: unexpected end of the file'],
  ['a list that ends early', '{\n  "mockServices": [', ':2:20: invalid JSON: unexpected end of the file'],
  ['a missing value', '{\n  "mockServices": [\n    {"title": }\n', ':3:15: invalid JSON: expected a value'],
  [
    'a name without quotes',
    '{\n\n b: 1 }',
    ':3:2: invalid JSON: expected a value or a name in double quotes',
  ],
  ['a comma at the end', '{"a": 1,\n}', ':2:1: invalid JSON: expected a name in double quotes'],
  ['a missing value after a byte order mark', '\uFEFF{"a": }', ':1:7: invalid JSON: expected a value'],
  ['a missing colon', '{"a" 1}', ':1:6: invalid JSON: expected a colon'],
  ['a missing comma', '{"a": 1\n"b": 2}', ':2:1: invalid JSON: expected a comma or the closing bracket'],
  ['text after the value', '{}\n{}', ':2:1: invalid JSON: expected nothing after the value'],
  ['a comment', '{\n  // note\n}', ':2:3: invalid JSON: JSON has no comments'],
  ['a missing quote', '{\n  "mockServices: []\n}', ':2:20: invalid JSON: unterminated string'],
  ['an unknown escape', String.raw`{"a": "\x"}`, ':1:7: invalid JSON: invalid escape sequence in a string'],
  ['text that is not UTF-8', Uint8Array.of(0xff, 0xfe, 0x7b), ': this file is not UTF-8 text'],
])('%s is rejected', async (_name, text, expected) => {
  expect(await problemIn(text)).toBe(`file${expected}.`);
});

test.each([
  ['at the root', '{"a":1,\n "a":1}', ':2:2: a: this name occurs twice, first at 1:2'],
  ['with another escape', String.raw`{"a":1,"\u0061":2}`, ':1:8: a: this name occurs twice, first at 1:2'],
  [
    'deep in a list',
    '[0, [{"x y": {"b": [],\n"c": 1, "b": {}}}]]',
    ':2:9: [1][0]["x y"].b: this name occurs twice, first at 1:15',
  ],
  [
    'of a prototype',
    '{"__proto__": {}, "__proto__": {}}',
    ':1:19: __proto__: this name occurs twice, first at 1:2',
  ],
])(
  'a name that occurs twice in one object is rejected with both places: %s',
  async (_name, text, expected) => {
    expect(await problemIn(text)).toBe(`The file has 1 problem:\nfile${expected}. Remove one of the two.`);
  },
);

test('a name may occur in several objects, and each repeated one is listed in its order', async () => {
  expect(await problemIn('[{"a": {"a": 1}, "A": "a"}, {"a": 1}]')).toBeUndefined();
  expect(await problemIn('{"n": 1e400, "a": 1, "a": 2,\n"a": 3}')).toBe(
    [
      'The file has 3 problems:',
      'file:1:7: n: JavaScript changes 1e400 to Infinity. Use a number of up to 15 digits, or a string.',
      'file:1:22: a: this name occurs twice, first at 1:14. Remove one of the two.',
      'file:2:1: a: this name occurs twice, first at 1:14. Remove one of the two.',
    ].join('\n'),
  );
});

test('of many problems, the first 100 are listed', async () => {
  const text = `[${Array.from({ length: 102 }, (_, index) => `9007199254740993${index}`).join()}]`;
  const lines = (await problemIn(text))?.split('\n') ?? [];
  expect([lines[0], lines.length, lines.at(-1)]).toEqual(['The file has 102 problems:', 102, 'and 2 more']);
});

test.each(['a', '"', '\\"[', '{\\'])(
  'up to 1000 levels are accepted, and brackets in the string %j are none',
  async (title) => {
    const deep = (levels: number) =>
      `{ "title": ${JSON.stringify(title)},\n"x": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)} }`;
    expect(await problemIn(deep(1000))).toBeUndefined();
    expect(await problemIn(deep(1001))).toBe(
      'file:2:1005: values are nested too deeply. Expected at most 1000 levels.',
    );
  },
);
