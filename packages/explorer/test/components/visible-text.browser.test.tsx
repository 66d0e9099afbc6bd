import { expect, test } from 'vitest';
import { textSlices } from '../../src/exchange/long-text.tsx';
import { textParts } from '../../src/text/visible-text.tsx';

const seen = (text: string) =>
  textParts(text)
    .map(({ text: part, mark }) => mark ?? part)
    .join('');

test.each([
  ['plain\ttext\n', 'plain\ttext\n'],
  ['a\r\nb', 'a\r\nb'],
  ['a\rb', 'a[U+000D]b'],
  ['\u{0}\u{1b}[31m', '[U+0000][U+001B][31m'],
  ['invoice\u{202e}fdp.exe', 'invoice[U+202E]fdp.exe'],
  ['pay\u{200b}pal', 'pay[U+200B]pal'],
  ['\u{feff}x', '[U+FEFF]x'],
  ['a\u{2028}b', 'a[U+2028]b'],
  ['\u{d800}!', '[U+D800]!'],
  ['tag\u{e0041}', 'tag[U+E0041]'],
  ['שלום, Grüße, 日本語', 'שלום, Grüße, 日本語'],
  ['👩‍👩‍👧 ❤️', '👩‍👩‍👧 ❤️'],
])('%j is seen as %s', (text, expected) => {
  expect(seen(text)).toBe(expected);
});

test('adjacent invisible characters share a mark', () => {
  expect(textParts('\u{0}'.repeat(1000)).length).toBe(1);
});

test('slices never split a surrogate pair, and leave nothing out', () => {
  const text = 'ab😀'.repeat(10);
  const { slices, left } = textSlices(text, 3, 100);
  expect(slices.map((slice) => slice.text).join('')).toBe(text);
  expect(slices.every((slice) => !/\p{Cs}/u.test(slice.text))).toBe(true);
  expect(left).toBe(0);
});
