/** Random JSON with random spaces, from a printer that notes the line and column of each value. */
import { contentFailure, failureAt, type JsonFile, keysIn } from '@mock-services/cli-kit';
import type { Issue } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../tools/lib/near.ts';
import { unsafe, unsafeCharacters } from './terminal.ts';

const names = ['a', 'b', 'a/b', '~', '~1', '', 'é', '0', '__proto__'];
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(1, -0.5, true, null, 'x', 'ü "\\ \n🍎', '{['),
    tie('all'),
    tie('map'),
  ),
  all: fc.array(tie('any'), { maxLength: 3 }),
  map: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), tie('any')), {
      maxLength: 3,
      selector: ([name]) => name,
    })
    .map((entries) => new Members(entries)),
})).any;

/** An object with any names, such as `__proto__`. */
class Members {
  readonly entries: readonly (readonly [string, unknown])[];
  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}

const gaps = ['', ' ', '\n', '\r\n', '\t', '  \n ', '\n\n'];

/** Prints a value with gaps between its parts. Returns the text, and where each pointer begins. */
function printed(root: unknown, choices: readonly number[]) {
  const places = new Map<string, string>();
  let [text, count] = ['', 0];
  const gap = () => (text += gaps[(choices[(count += 1) % choices.length] ?? 0) % gaps.length]);
  const print = (one: unknown, pointer: string) => {
    const line = text.split('\n').length;
    places.set(pointer, `${line}:${text.length - text.lastIndexOf('\n')}`);
    const isList = Array.isArray(one);
    if (!isList && !(one instanceof Members)) return (text += JSON.stringify(one));
    const members = isList ? one.map((item, index) => [String(index), item] as const) : one.entries;
    text += isList ? '[' : '{';
    for (const [index, [name, inner]] of members.entries()) {
      if (index > 0) text += ',';
      gap();
      if (!isList) {
        text += JSON.stringify(name);
        gap();
        text += ':';
      }
      gap();
      print(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      gap();
    }
    return (text += isList ? ']' : '}');
  };
  gap();
  print(root, '');
  gap();
  return { text, places };
}

const fileOf = (text: string): JsonFile => ({ name: 'file', text, value: JSON.parse(text) });
const choices = fc.array(fc.nat(50), { minLength: 1, maxLength: 9 });

test('each value has its line and column, a missing one that of its nearest parent', async () => {
  await holds(fc.tuple(value, choices), ([root, spaces]) => {
    const { text, places } = printed(root, spaces);
    const file = fileOf(text);
    for (const [pointer, place] of places) {
      expect([pointer, failureAt(file, pointer, 'why').message]).toEqual([pointer, `file:${place}: why.`]);
      const missing = `${pointer}/no such/0`;
      expect([missing, failureAt(file, missing, 'why').message]).toEqual([missing, `file:${place}: why.`]);
      const found = keysIn(pointer).reduce<unknown>((one, key) => Reflect.get(Object(one), key), file.value);
      expect(found).not.toBeUndefined();
    }
  });
});

test('problems are listed in the order of the file, and those beyond 100 are counted', async () => {
  await holds(
    fc.tuple(value, choices, fc.nat(250), fc.integer({ min: 0, max: 3 })),
    ([root, spaces, n, more]) => {
      const { text, places } = printed(root, spaces);
      const all = [...places];
      const problems = Array.from(
        { length: n + 1 },
        (_, index) => all[(index * 7) % all.length] ?? (['', '0:0'] as const),
      );
      const issues = problems.map(([pointer], index): Issue => {
        const path = `p${index}`;
        return { path, pointer, expected: 'x', received: 'y' };
      });
      const last = { path: '', pointer: '', expected: 'no more', received: '', more };
      const { message } = contentFailure(fileOf(text), more > 0 ? [...issues, last] : issues);
      const [head, ...lines] = message.split('\n');
      const total = issues.length + more;
      expect(head).toBe(`The file has ${total === 1 ? '1 problem' : `${total} problems`}:`);
      const listed = Math.min(100, issues.length);
      const ordered = problems
        .map(([, place], index) => ({ place, index, key: place.split(':').map(Number) }))
        .toSorted((a, b) => (a.key[0] ?? 0) - (b.key[0] ?? 0) || (a.key[1] ?? 0) - (b.key[1] ?? 0));
      // Problems at the same position keep their order.
      expect(lines.slice(0, listed).map((line) => /^file:(\S+: p\d+): expected x/.exec(line)?.[1])).toEqual(
        ordered.slice(0, listed).map(({ place, index }) => `${place}: p${index}`),
      );
      expect(lines.slice(listed)).toEqual(total > listed ? [`and ${total - listed} more`] : []);
    },
  );
});

test('no message contains an unsafe character of the file', () => {
  const file = fileOf(JSON.stringify({ [unsafeCharacters]: unsafeCharacters }));
  const issue = { path: unsafeCharacters, pointer: `/${unsafeCharacters}`, expected: 'x', received: 'y' };
  for (const { message } of [contentFailure(file, [issue]), failureAt(file, '', unsafeCharacters)])
    expect(message).not.toMatch(unsafe);
});
