import { typeName, type OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { FakeServerError, invalidError } from '../errors.ts';
import { integer, issuesOf, unknownOperation, type Fields } from '../checks/fields.ts';
import { lineOf, type JournalEntry } from './entry.ts';
import { journalTest, type JournalFields } from '../faults/matcher.ts';
import { shownValue } from '../words.ts';

export type RequestFields = Omit<JournalFields, 'operation'>;

export interface TimesOption {
  /**
   * Exact number of matches.
   * @default at least one
   */
  readonly times?: number | undefined;
}

const timesOption = /*@__PURE__*/ z.strictObject({
  times: /*@__PURE__*/ z.optional(/*@__PURE__*/ integer(0)),
} satisfies Fields<TimesOption>);

export type ReceivedArguments = readonly [
  operation: OperationId,
  fields?: RequestFields,
  options?: TimesOption,
];

interface Searched {
  readonly find: (matcher: JournalFields) => readonly JournalEntry[];
  readonly incompleteOf: (operation: OperationId) => number;
  readonly explain: (matcher: JournalFields) => string;
}

/** What a custom matcher returns to the `expect` of a test runner. */
export interface MatcherResult {
  readonly pass: boolean;
  /** Returns why an assertion fails or, if `pass` is true, why its negation fails. */
  readonly message: () => string;
}

/**
 * @throws {FakeServerError} (`invalid-matcher`) if an argument is invalid.
 * @throws {FakeServerError} (`no-match`) if the answer depends on requests that the journal has removed. Both an
 * assertion and its negation fail if a removed request may have matched.
 */
export function judge(
  journal: Searched,
  ...[operation, fields = {}, options = {}]: ReceivedArguments
): MatcherResult {
  const problem = unknownOperation(operation);
  if (problem !== undefined) throw invalid(problem);
  checkFields(fields);
  const issues = issuesOf(timesOption, options);
  if (issues.length > 0)
    throw invalidError('invalid-matcher', 'The argument `options` of the assertion', issues);
  const matcher = { ...fields, operation };
  const found = journal.find(matcher);
  const { times } = options;
  const pass = times === undefined ? found.length > 0 : found.length === times;
  const unknown = journal.incompleteOf(operation) + bodilessOf(journal, operation, fields);
  if (unknown > 0 && found.length <= (times ?? 0))
    throw new FakeServerError(
      'no-match',
      `${countOf(found.length)} of the journal match, but ${droppedText(unknown, operation)}`,
    );
  const expected = times === undefined ? 'a request' : `exactly ${countOf(times)}`;
  const fieldsToo = Object.keys(fields).length > 0 ? ' with these fields' : '';
  return {
    pass,
    message: () =>
      [
        `expected the fake server ${pass ? 'not ' : ''}to have received ${expected} for ${operation}${fieldsToo}`,
        '',
        found.length === 0 ? journal.explain(matcher) : listMatches(found),
      ].join('\n'),
  };
}

export function droppedText(count: number, operation?: OperationId): string {
  const which = operation === undefined ? '' : ` for ${operation}`;
  return `the journal was full and has dropped ${countOf(count)}${which}, which might match, too. Increase \`journal.maxEntries\` and \`journal.maxBytes\`, or call \`journal.clear()\` earlier.`;
}

/** Number of requests that match all other fields, but whose response body is not in the journal. */
function bodilessOf({ find }: Searched, operation: OperationId, fields: RequestFields): number {
  const { responseBody, ...others } = fields;
  if (responseBody === undefined) return 0;
  return find({ ...others, operation }).filter(({ responseBodyLeftOut }) => responseBodyLeftOut).length;
}

function checkFields(fields: object): void {
  // Reject a function, because a function would match requests for all operations.
  if (typeName(fields) !== 'object')
    throw invalid(`The fields of the assertion must be an object, not ${shownValue(fields)}.`);
  if ('times' in fields)
    throw invalid(
      '`times` is an option, not a field of a request. Pass it after the fields, which may be {}.',
    );
  if ('operation' in fields) {
    throw invalid('The operation is the first argument, not a field of the second one.');
  }
  journalTest(fields);
}

function invalid(message: string): FakeServerError {
  return new FakeServerError('invalid-matcher', message);
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
