/** The matcher for exchanges of `@mock-services/sdk/activity`, without the fields that a received request lacks. */
import { matchesActivity, type ActivityFields, type MatcherOptions } from '@mock-services/sdk/activity';
import { issueAt, type Issue } from '@mock-services/sdk/contract';
import { FakeServerError } from '../errors.ts';
import type { JournalEntry, ReceivedExchange } from './exchange.ts';

/** Fields that a request in the journal must match. */
export type JournalFields = Omit<ActivityFields, 'host' | 'scenarioId'>;

export type JournalMatcher = JournalFields | ((entry: JournalEntry) => boolean);

/** Fields that a request must match before its response exists. */
export type FaultFields = Pick<ActivityFields, 'method' | 'path' | 'params' | 'headers' | 'body'>;

export type FaultMatcher = FaultFields | ((request: ReceivedExchange) => boolean);

export type Unavailable = NonNullable<MatcherOptions['unavailable']>;

export const unavailableInJournal: Unavailable = {
  host: 'The requests in a journal have no host, because all were sent to the same fake server.',
  scenarioId: 'The requests in a journal have no scenario. Only the entries of a workspace have one.',
};

const response = 'When a fault is chosen, there is no response yet.';
const time = 'A fault applies to requests that are still to come. Limit them with `times` and `after`.';

const unavailableInFaults: Unavailable = {
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
    return matchesActivity(matcher, { unavailable: unavailableInJournal });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw matcherError(error.message);
  }
}

export function matcherError(reason: string): FakeServerError {
  return new FakeServerError('invalid-matcher', `The matcher is invalid:\n${reason}`);
}

/** @throws {TypeError} if the matcher is invalid. */
export function requestTest(matcher: FaultMatcher): (request: ReceivedExchange) => boolean {
  // The casts are safe, because a matcher of a fault reads no field of a response.
  const matches = matchesActivity(matcher as JournalMatcher, { unavailable: unavailableInFaults });
  return (request) => matches(request as JournalEntry);
}

/** What is wrong with the `match` of a fault. */
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

export function matchIssue(reason: string): Issue {
  return issueAt(['match'], 'fields of a request, or a function', `an invalid matcher. ${reason}`);
}
