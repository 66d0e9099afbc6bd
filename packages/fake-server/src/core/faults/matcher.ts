import {
  matchesActivity,
  textTest,
  type ActivityFields,
  type AsymmetricMatcher,
  type MatcherField,
  type MatcherOptions,
  type TextPattern,
} from '@mock-services/sdk/activity';
import { operationIds, type Issue, type OperationId } from '@mock-services/sdk/contract';
import { matcherError, matchIssue } from '../errors.ts';
import { didYouMean, shownValue } from '../words.ts';
import type { JournalEntry, UnansweredRequest } from '../journal/entry.ts';

/** Fields that a request in the journal must match. */
export interface JournalFields extends Omit<ActivityFields, 'host' | 'scenarioId'> {
  /** Operation of the interface (§4), such as `getMockService`. */
  readonly operation?: OperationId | RegExp | AsymmetricMatcher;
  /**
   * Parameters of the operation's path by name, such as `mockServiceId`. Values are case-insensitive, so an asymmetric
   * matcher receives values in lower case.
   */
  readonly params?: Readonly<Record<string, TextPattern>> | AsymmetricMatcher;
}

export type JournalMatcher = JournalFields | ((entry: JournalEntry) => boolean);

/** A fault can match only these fields, because the response does not exist yet. */
export type FaultFields = Pick<JournalFields, 'method' | 'path' | 'params' | 'headers' | 'body'>;

export type FaultMatcher = FaultFields | ((request: UnansweredRequest) => boolean);

const operation: MatcherField = {
  weight: 8,
  read: (entry: JournalEntry) => entry.operation,
  test: textTest((id, argument) => {
    if (operationIds.some((each) => each === id)) return (text) => text === id;
    const advice = didYouMean(id, operationIds) || ` Expected one of: ${operationIds.join(', ')}.`;
    throw new TypeError(`${argument}: unknown operation ${shownValue(id)}.${advice}`);
  }),
};

const textOfParam = textTest((pattern) => {
  const lower = pattern.toLowerCase();
  return (text) => text === lower;
});

const params: MatcherField = {
  weight: 2,
  names: 'parameter names',
  read: ({ params }: JournalEntry, _, name) =>
    name === undefined ? params : Object.hasOwn(params, name) ? params[name] : undefined,
  test: (pattern, argument) => {
    const test = textOfParam(ignoringCase(pattern), argument);
    return (value) => test(inLowerCase(value));
  },
};

function ignoringCase(pattern: unknown): unknown {
  // In jest, a RegExp may belong to another realm, so `instanceof` would be false.
  if (Object.prototype.toString.call(pattern) !== '[object RegExp]') return pattern;
  const { source, flags } = pattern as RegExp;
  return new RegExp(source, flags.includes('i') ? flags : `${flags}i`);
}

function inLowerCase(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, inLowerCase(text)]));
}

type Fields = NonNullable<MatcherOptions['fields']>;

export const journalFields: Fields = {
  operation,
  params,
  host: 'The requests in a journal have no host, because all were sent to the same fake server.',
  scenarioId: 'The requests in a journal have no scenario. Only the entries of a workspace have one.',
};

const response = 'When a fault is chosen, there is no response yet.';
const time = 'A fault applies to requests that are still to come. Limit them with `times` and `after`.';

const faultFields: Fields = {
  params,
  host: 'All requests are sent to the same fake server, so a fault cannot match a host.',
  scenarioId: 'A request has no scenario. Only the entries of a workspace have one.',
  operation: 'The operation of a fault is beside `match`.',
  status: response,
  responseHeaders: response,
  responseBody: response,
  slowerThan: response,
  since: time,
  until: time,
};

/** @throws {FakeServerError} (`invalid-matcher`) if the matcher is invalid. */
export function journalTest(matcher: JournalMatcher): (entry: JournalEntry) => boolean {
  try {
    return matchesActivity(matcher, { fields: journalFields });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw matcherError(error.message);
  }
}

/** @throws {TypeError} if the matcher is invalid. */
export function requestTest(matcher: FaultMatcher): (request: UnansweredRequest) => boolean {
  // The casts are safe, because a fault's matcher reads no response fields.
  const matches = matchesActivity(matcher as JournalMatcher, { fields: faultFields });
  return (request) => matches(request as JournalEntry);
}

export function matcherIssues(matcher: FaultMatcher | undefined): Issue[] {
  if (matcher === undefined) return [];
  try {
    requestTest(matcher);
    return [];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return [matchIssue(error.message)];
  }
}
