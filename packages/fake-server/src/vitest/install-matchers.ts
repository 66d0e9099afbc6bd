import type { OperationId } from '@mock-services/sdk/contract';
import { expect } from 'vitest';
import type { FakeServer, JournalEntry } from '../core/index.ts';
import { unknownOperation } from '../core/fields.ts';
import { internalsOf } from '../core/internals.ts';
import { journalIsOff } from '../core/journal/journal.ts';
import { lineOf } from '../core/rows/exchange.ts';
import { journalTest } from '../core/rows/matcher.ts';
import { shownValue } from '../core/words.ts';
import type { RequestFields, TimesOption } from './matchers.ts';

/**
 * Adds the matcher `toHaveReceived` to Vitest's `expect`, as `fakeTest()` does. If your tests do not use `fakeTest`,
 * call `installMatchers` in a setup file. Repeated calls have no effect.
 */
export function installMatchers(): void {
  expect.extend({ toHaveReceived });
}

interface MatcherResult {
  readonly pass: boolean;
  /** Vitest shows this message if the assertion fails. An assertion with `.not` fails if `pass` is true. */
  readonly message: () => string;
}

function toHaveReceived(
  received: unknown,
  operation: OperationId,
  fields: RequestFields = {},
  options: TimesOption = {},
): MatcherResult {
  const journal = journalOf(received);
  const unknown = unknownOperation(operation);
  if (unknown !== undefined) throw new TypeError(unknown);
  checkObject('fields', fields);
  if ('times' in fields)
    throw new TypeError(
      '`times` is an option, not a field of a request. Pass it after the fields, which may be {}.',
    );
  if ('operation' in fields)
    throw new TypeError(
      'The operation is the first argument of `toHaveReceived`, not a field of its second one.',
    );
  journalTest(fields);
  if (internalsOf(received as object)?.hasJournal === false) throw new TypeError(journalIsOff);
  checkTimes(options);
  const matcher = { ...fields, operation };
  const found = journal.find(matcher);
  const pass = isEnough(found.length, options);
  return {
    pass,
    message: () =>
      [
        `expected the fake server ${pass ? 'not ' : ''}to have received ${options.times === undefined ? 'a request' : `exactly ${countOf(options.times)}`} for ${operation} that matches`,
        '',
        found.length === 0 ? journal.explain(matcher) : listMatches(found),
      ].join('\n'),
  };
}

function checkTimes(options: TimesOption): void {
  checkObject('options', options);
  const { times, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new TypeError(
      `The matcher has no option "${unknown}". The only option is \`times\`, the exact number of matches.`,
    );
  }
  if (times === undefined || (Number.isSafeInteger(times) && times >= 0)) return;
  throw new TypeError(`The \`times\` option must be an integer of at least 0, not ${shownValue(times)}.`);
}

/** Without this check, a wrong argument would match every request. */
function checkObject(name: string, value: unknown): void {
  if (isObject(value)) return;
  throw new TypeError(`The ${name} of the matcher must be an object, not ${shownValue(value)}.`);
}

function journalOf(received: unknown): FakeServer['journal'] {
  const { journal } = Object(received) as Partial<FakeServer>;
  if (typeof journal?.find === 'function') return journal;
  throw new TypeError('toHaveReceived() is a matcher for fake servers: expect(fake).toHaveReceived(…)');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEnough(count: number, { times }: TimesOption): boolean {
  return times === undefined ? count > 0 : count === times;
}

function countOf(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`;
}

const maxLines = 5;

function listMatches(found: readonly JournalEntry[]): string {
  const more = found.length > maxLines ? [`… and ${found.length - maxLines} more`] : [];
  const lines = found.slice(0, maxLines).map((entry) => `  ${lineOf(entry)}`);
  return [`${countOf(found.length)} ${found.length === 1 ? 'matches' : 'match'}:`, ...lines, ...more].join(
    '\n',
  );
}
