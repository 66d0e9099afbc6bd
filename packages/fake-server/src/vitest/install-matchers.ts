import { explainNoMatch, findActivity, redact, type ActivityMatcher } from '@mock-services/sdk/activity';
import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import { expect } from 'vitest';
import type { FakeServer } from '../core/index.ts';
import { checkMatcher, lineWithProblem } from '../core/journal/journal-matcher.ts';
import { didYouMean, shownValue } from '../core/words.ts';
import type { RequestFields, TimesOption } from './matchers.ts';

/**
 * Adds the matchers of this entry point to Vitest's `expect`. `fakeTest()` calls this function. If your tests do not
 * use `fakeTest`, call this function in a setup file. Repeated calls have no effect.
 *
 * @example
 * ```ts
 * import { installMatchers } from '@mock-services/fake-server/vitest';
 *
 * installMatchers();
 * ```
 */
export function installMatchers(): void {
  expect.extend({ toHaveReceived, toHaveRecorded });
}

/** The result that a matcher returns to vitest. */
interface MatcherResult {
  readonly pass: boolean;
  /** Returns the error message for a failed assertion. An assertion with `not` fails if `pass` is true. */
  readonly message: () => string;
}

function toHaveReceived(
  received: unknown,
  operation: OperationId,
  fields: RequestFields = {},
  options: TimesOption = {},
): MatcherResult {
  const { journal } = fakeServerIn(received, 'toHaveReceived');
  if (!operationIds.includes(operation)) {
    const hint = didYouMean(operation, operationIds);
    throw new TypeError(
      `Unknown operation ${shownValue(operation)}.${hint} The operations are ${operationIds.join(', ')}.`,
    );
  }
  checkObject('fields', fields);
  checkMatcher(fields);
  checkTimes(options);
  const matcher = { ...fields, operation };
  const found = journal.find(matcher);
  const pass = isEnough(found.length, options);
  const lines = () => found.slice(0, maxLines).map(lineWithProblem);
  return {
    pass,
    message: () =>
      [
        `expected the fake server ${pass ? 'not ' : ''}to have received ${quantity(options, 'a request', 'requests')} for ${operation} that matches`,
        '',
        found.length === 0 ? journal.explain(matcher) : listMatches(found.length, 'requests', lines()),
      ].join('\n'),
  };
}

function toHaveRecorded(
  received: unknown,
  workspaceId: string,
  matcher: ActivityMatcher = {},
  options: TimesOption = {},
): MatcherResult {
  const entries = fakeServerIn(received, 'toHaveRecorded').activity.list(workspaceId);
  checkTimes(options);
  const found = findActivity(entries, matcher);
  const pass = isEnough(found.length, options);
  const lines = () =>
    redact(found.slice(0, maxLines)).map(
      ({ id, request, response, timestamp }, index) =>
        `${index + 1}. ${request.method} ${request.hostname}${request.path} → ${response.statusCode}, at ${timestamp} (${id})`,
    );
  return {
    pass,
    message: () =>
      [
        `expected the activity log of workspace ${workspaceId} ${pass ? 'not ' : ''}to have ${quantity(options, 'an entry', 'entries')} that matches`,
        '',
        found.length === 0 ? explainNoMatch(entries, matcher) : listMatches(found.length, 'entries', lines()),
      ].join('\n'),
  };
}

/** @throws {TypeError} if an option is unknown or invalid. */
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

/** @throws {TypeError} if an argument is not an object. Without this check, a wrong argument would match anything. */
function checkObject(name: string, value: unknown): void {
  if (isObject(value)) return;
  throw new TypeError(`The ${name} of the matcher must be an object, not ${shownValue(value)}.`);
}

type Inspectable = Pick<FakeServer, 'activity' | 'journal'>;

/** @throws {TypeError} if the received value is not a fake server. */
function fakeServerIn(received: unknown, matcher: string): Inspectable {
  if (isFakeServer(received)) return received;
  throw new TypeError(`${matcher}() is a matcher for fake servers: expect(fake).${matcher}(…)`);
}

function isFakeServer(value: unknown): value is Inspectable {
  return isObject(value) && ['activity', 'journal'].every((key) => isObject(Reflect.get(value, key)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEnough(count: number, { times }: TimesOption): boolean {
  return times === undefined ? count > 0 : count === times;
}

type Plural = 'requests' | 'entries';
const singular = { requests: 'request', entries: 'entry' } as const;

/** Returns a quantity, such as `an entry`, `exactly 1 entry` or `exactly 3 entries`. */
function quantity({ times }: TimesOption, one: string, plural: Plural): string {
  return times === undefined ? one : `exactly ${countOf(times, plural)}`;
}

/** Returns a count, such as `1 entry` or `3 entries`. */
function countOf(count: number, plural: Plural): string {
  return `${count} ${count === 1 ? singular[plural] : plural}`;
}

const maxLines = 5;

function listMatches(count: number, plural: Plural, lines: readonly string[]): string {
  const more = count > maxLines ? [`… and ${count - maxLines} more`] : [];
  return [`${countOf(count, plural)} ${count === 1 ? 'matches' : 'match'}:`, ...lines, ...more].join('\n');
}
