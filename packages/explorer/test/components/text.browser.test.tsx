import { HarError } from '@mock-services/sdk/activity';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FileFailure } from '../../src/file/file-failure.tsx';
import { FileProvider } from '../../src/file/file-provider.tsx';
import { textSlices } from '../../src/activity/exchange/long-text.tsx';
import { emptyDraft } from '../../src/mock-services/draft.ts';
import { MockServiceForm } from '../../src/mock-services/mock-service-form.tsx';
import { Confirm } from '../../src/dialog/confirm.tsx';
import { Failure, StaleNotice } from '../../src/states/failure.tsx';
import { textParts } from '../../src/text/visible-text.tsx';
import { show } from '../support/show.tsx';

/** HTML, a right-to-left override, and five million characters. */
const hostile = `<img src=x onerror="window.ran = 1">\u{202e}gpj${'x'.repeat(5_000_000)}`;
const error = new Error(hostile);
const issues = [{ path: hostile, pointer: '/log', expected: hostile, received: hostile }];
const nothing = () => undefined;

const places: readonly (readonly [name: string, times: number, node: ReactNode])[] = [
  [
    'a confirmation',
    1,
    <Confirm
      title="Delete?"
      action="Delete"
      busy={false}
      error={error}
      onConfirm={nothing}
      onCancel={nothing}
    >
      For everyone.
    </Confirm>,
  ],
  [
    'the form of a mock service',
    1,
    <MockServiceForm initial={emptyDraft} action="Save" busy={false} error={error} onSave={nothing} />,
  ],
  [
    'the failure of a file with invalid entries',
    4,
    <FileProvider>
      <FileFailure name={hostile} error={new HarError(issues)} />
    </FileProvider>,
  ],
  [
    'the failure of a file that cannot be read',
    2,
    <FileProvider>
      <FileFailure name={hostile} error={error} />
    </FileProvider>,
  ],
  ['a failure', 1, <Failure error={error} />],
  ['a notice about old data', 1, <StaleNotice error={error} />],
];

test.each(places)(
  '%s truncates hostile text, marks its invisible characters, and does not run its scripts',
  async (_, times, node) => {
    const { element } = await show(node);
    const shown = element.textContent;
    expect(shown.split('<img src=x onerror="window.ran = 1">[U+202E]gpjx').length - 1).toBe(times);
    expect(shown.match(/x… \(5,000,\d{3} characters\)/g)?.length).toBe(times);
    expect(shown.length).toBeLessThan(6000);
    expect(shown).not.toContain('\u{202e}');
    expect(element.querySelector('img')).toBeNull();
    expect('ran' in window).toBe(false);
  },
);

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
])('the page shows the text %j as %s', (text, expected) => {
  expect(seen(text)).toBe(expected);
});

test('a run of adjacent invisible characters is shown with a single mark', () => {
  expect(textParts('\u{0}'.repeat(1000)).length).toBe(1);
});

test('slicing a string loses no characters and splits no surrogate pair', () => {
  const text = 'ab😀'.repeat(10);
  const { slices, left } = textSlices(text, 3, 100);
  expect(slices.map((slice) => slice.text).join('')).toBe(text);
  expect(slices.every((slice) => !/\p{Cs}/u.test(slice.text))).toBe(true);
  expect(left).toBe(0);
});
