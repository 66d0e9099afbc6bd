import { locate, typeName } from '../contract/issue.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { checkFields, type EntryField, invalid, problemIn } from './arguments.ts';
import { type Difference, isAsymmetric, isOfText, isRegExp } from './compare.ts';
import { escapeInvisible, show } from './credentials.ts';
import { type Criterion, criteriaOf } from './criteria.ts';
import { urlOf } from './exchange.ts';
import { checkReadable } from './find.ts';
import type { ActivityMatcher, MatcherOptions } from './matcher.ts';
import { isBody, matcherText, values } from './values.ts';

export interface ExplainOptions<Entry extends ActivityEntry = ActivityEntry> extends MatcherOptions {
  /**
   * Whether the text contains values and field names of bodies, in which credentials are replaced as by `redact`. Use it
   * if the data belongs to a test.
   * @default false
   */
  readonly bodies?: boolean | undefined;
  /**
   * Returns one line about an entry. The default line contains the method, URL, status, response time, timestamp and id.
   * Credentials in the line are not replaced.
   */
  readonly describe?: ((entry: Entry) => string) | undefined;
  /**
   * What the text calls an entry.
   * @default 'entry'
   */
  readonly noun?: 'entry' | 'request' | undefined;
  /**
   * Why there may be no entries at all, as the end of a sentence.
   * @default 'the activity log is empty.'
   */
  readonly whenEmpty?: string | undefined;
}

const maxEntries = 3;

/**
 * Explains why no entry matches, with the three closest entries and the fields that differ. The text contains no
 * credentials, and unless `bodies` is set, no values of bodies, so it is safe for test logs. If entries match, it says
 * how many.
 * @throws TypeError if the matcher is invalid, or if an entry lacks a field that the matcher reads.
 * @example
 * ```ts
 * import { explainNoMatch } from '@mock-services/sdk/activity';
 *
 * explainNoMatch(entries, { method: 'POST', path: '/orders' });
 * // No entry matches {"method":"POST","path":"/orders"}. 2 entries were recorded. The closest:
 * //   GET https://orders.example.com/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (5c0e9d2b-…)
 * //     method: expected "POST", received "GET"
 * ```
 */
export function explainNoMatch<Entry extends ActivityEntry>(
  entries: readonly Entry[],
  matcher: ActivityMatcher<Entry>,
  options: ExplainOptions<Entry> = {},
): string {
  checkFields('options', options, ['bodies', 'describe', 'noun', 'whenEmpty', 'unavailable'], 'option');
  const {
    bodies = false,
    describe = defaultLine,
    noun = 'entry',
    whenEmpty = 'the activity log is empty.',
  } = options;
  if (!Object.hasOwn(plurals, noun)) throw invalid('options.noun', "'entry' or 'request'", noun);
  const criteria = criteriaOf(matcher, options);
  checkReadable('explainNoMatch', entries, criteria);
  const isFunction = typeof matcher === 'function';
  const expected = isFunction ? 'the function' : matcherText(matcher, bodies);
  const counted = (count: number) => `${count} ${count === 1 ? noun : plurals[noun]}`;
  const misses = entries.map((entry) => missOf(entry, criteria));
  const matching = misses.filter(({ differences }) => differences.length === 0).length;
  if (matching > 0)
    return `${matching} of ${counted(entries.length)} ${matching === 1 ? 'matches' : 'match'} ${expected}.`;
  if (entries.length === 0) return `No ${noun} matches ${expected}, because ${whenEmpty}`;
  const nearest = isFunction ? misses.slice(-maxEntries) : misses.sort(byDistance).slice(0, maxEntries);
  const lines = nearest.flatMap(({ entry, differences }) => [
    `  ${escapeInvisible(describe(entry))}`,
    ...differenceLines(differences, (found) =>
      isFunction || (isBody(found.keys) && !bodies) ? types(found) : values(entry, matcher, found),
    ),
  ]);
  const were = entries.length === 1 ? 'was' : 'were';
  const heading = `${counted(entries.length)} ${were} recorded. The ${isFunction ? 'latest' : 'closest'}:`;
  return [`No ${noun} matches ${expected}. ${heading}`, ...lines].join('\n');
}

const plurals = { entry: 'entries', request: 'requests' };

interface Miss<Entry> {
  readonly entry: Entry;
  readonly differences: readonly Difference[];
  readonly distance: number;
}

function missOf<Entry extends ActivityEntry>(entry: Entry, criteria: readonly Criterion[]): Miss<Entry> {
  const failed = criteria
    .map(({ weight, differences }) => ({ weight, found: differences(entry) }))
    .filter(({ found }) => found.length > 0);
  const distance = failed.reduce((sum, { weight }) => sum + weight, 0);
  return { entry, distance, differences: failed.flatMap(({ found }) => found) };
}

/** At the same distance, an entry whose body has fewer differences is closer. */
function byDistance(one: Miss<unknown>, other: Miss<unknown>): number {
  return one.distance - other.distance || countOf(one) - countOf(other) || 0;
}

/** A body that differs as a whole is farther than any body with different fields. */
function countOf({ differences }: Miss<unknown>): number {
  const isWhole = differences.some(({ keys }) => keys.length === 1 && isBody(keys));
  return isWhole ? Number.POSITIVE_INFINITY : differences.length;
}

const shownFields: readonly EntryField[] = [
  'request.method',
  'request.hostname',
  'request.port',
  'request.path',
  'response.statusCode',
  'response.responseTimeMs',
];

function defaultLine(entry: ActivityEntry): string {
  const { id, request, response, timestamp } = entry;
  const problem = problemIn(entry, shownFields);
  const exchange = problem
    ? `An exchange that does not conform to the interface (entry${problem})`
    : `${show(request.method)} ${show(urlOf(entry))} → ${response.statusCode} in ${response.responseTimeMs} ms`;
  return `${exchange}, at ${show(timestamp)} (${show(id)})`;
}

const maxLines = 10;

function differenceLines(
  differences: readonly Difference[],
  describe: (difference: Difference) => string,
): string[] {
  const lines = differences.slice(0, maxLines).map((found) => {
    const [field = '', name] = found.keys;
    const isHeader = field === 'headers' || field === 'responseHeaders';
    const place = isHeader && name !== undefined ? `${field}.${String(name)}` : locate(found.keys).path;
    const label = place === '' ? '' : `${show(place)}: `;
    return `    ${label}${describe(found)}`;
  });
  const more = differences.length - lines.length;
  return more > 0 ? [...lines, `    and ${more} more ${more === 1 ? 'difference' : 'differences'}`] : lines;
}

/** Describes a difference between bodies without their values. */
function types({ keys, expected, received, note }: Difference): string {
  if (note !== undefined) return note;
  const isWhole = keys.length === 1 && typeof received === 'string';
  const kind = !isWhole ? typeName(received) : received === '' ? 'an empty body' : 'text';
  const isPattern = isAsymmetric(expected) || isRegExp(expected);
  const wanted = isPattern ? 'a match' : isOfText(expected) && isWhole ? 'text' : typeName(expected);
  if (wanted !== kind && !(isPattern && received !== undefined))
    return `expected ${wanted}, received ${kind}`;
  if (Array.isArray(expected) && Array.isArray(received) && expected.length !== received.length)
    return `expected ${expected.length} items, received ${received.length}`;
  return 'another value, which is not shown';
}
