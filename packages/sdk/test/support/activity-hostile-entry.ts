import type { ActivityEntry } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { anyEntry } from './activity-any-entry.ts';
import { base64 } from './activity-entries.ts';

/** Text with characters that are special in shells. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '\\',
      '$',
      '`',
      '!',
      '\n',
      ' ',
      '-',
      '@',
      '%',
      '\u{2019}',
      '\0',
      '\t',
      '\r',
      '\x15',
      '\x1b',
      '\x7f',
      '\x9b',
      'é',
      'a',
    ),
  }),
);

/** An entry whose request is full of such text. */
export const hostileEntry: fc.Arbitrary<ActivityEntry> = fc
  .tuple(
    anyEntry,
    fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
    fc.array(hostile, { maxLength: 4 }),
    hostile,
    hostile,
  )
  .map(([entry, method, values, path, body]) => ({
    ...entry,
    request: {
      ...entry.request,
      method,
      path: `/${path}`,
      headers: Object.fromEntries(values.map((value, index) => [`x-header-${index}`, value])),
      bodyBase64Encoded: base64(body),
    },
  }));
