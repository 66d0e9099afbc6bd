/** Text from elsewhere: what is escaped, and that JSON keeps its meaning. */
import { counted, jsonText, quoted, shown, shownLines } from '@mock-services/cli-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint, holds, readable } from '../../../tools/lib/near.ts';
import { escaped, unsafe } from './terminal.ts';

/** Every character of Unicode, with the halves of surrogate pairs, in strings of 4,096 characters. */
const blocks = Array.from({ length: 0x110000 / 0x1000 }, (_, block) =>
  Array.from({ length: 0x1000 }, (_, code) => block * 0x1000 + code),
);

test('exactly the characters that could control a terminal are escaped', () => {
  for (const codes of blocks) {
    const characters = codes.map((code) => String.fromCodePoint(code));
    const safe = (isKept: (character: string) => boolean) =>
      characters.map((one) => (isKept(one) || !unsafe.test(one) ? one : escaped(one))).join(' ');
    const text = characters.join(' ');
    expect(shown(text) === safe(() => false).replaceAll('\n', escaped('\n'))).toBe(true);
    expect(shownLines(text) === safe((character) => character === '\n')).toBe(true);
    const value = { [text]: [text] };
    expect([JSON.parse(quoted(text)) === text, JSON.parse(jsonText(value))]).toEqual([true, value]);
  }
});

test('JSON keeps its meaning and contains no unsafe character, for any text and value', async () => {
  const text = fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: 'grapheme' }));
  const value = readable(fc.oneof(text, fc.dictionary(text, text), fc.jsonValue()));
  await holds(value, (one) => {
    for (const indent of [undefined, 0, 2]) {
      const json = jsonText(one, indent);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(one)));
      expect(json).not.toMatch(unsafe);
      expect(json.split('\n')).toHaveLength(JSON.stringify(one, null, indent ?? 2).split('\n').length);
    }
  });
});

test('emoji, flags and text in any writing system stay readable', () => {
  const texts = [
    '👩\u200D💻',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}',
    'می\u200Cخواهم',
    '한글',
    'e\u0301',
    '\uD800',
  ];
  expect(texts.map(shown)).toEqual(texts);
});

test.each([
  [1, '1 item'],
  [1000, '1,000 items'],
])('%i is counted as %s', (count, text) => {
  expect(counted(count, 'item')).toBe(text);
});
