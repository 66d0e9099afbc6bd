import { locate, typeName } from '../contract/issue.ts';
import { fieldOf } from '../contract/kinds.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { checkEntries, checkFields, invalid, problemIn } from './arguments.ts';
import {
  escapeInvisible,
  isCredentialName,
  isCredentialParameter,
  redacted,
  redactJson,
  show,
} from './credentials.ts';
import { urlOf } from './exchange.ts';
import { type Field, headerNames } from './fields.ts';
import { type Criterion, criteriaOf, neededBy } from './match.ts';
import type { ActivityMatcher, MatcherOptions } from './matcher.ts';
import { compare, type Difference, isAsymmetric, isOfText, isRegExp } from './patterns.ts';

export interface ExplainOptions<Entry extends ActivityEntry = ActivityEntry> extends MatcherOptions {
  /**
   * Whether the text contains values and field names of bodies, with credentials replaced as by `redact`.
   * @default false
   */
  readonly bodies?: boolean | undefined;
  /**
   * Returns a line about an entry. The default line contains the method, URL, status, response time, timestamp and id.
   * Credentials in the line of your own function are not replaced.
   */
  readonly describe?: ((entry: Entry) => string) | undefined;
  /**
   * Word for an entry in the text.
   * @default 'entry'
   */
  readonly noun?: 'entry' | 'request' | undefined;
  /**
   * Text after "because" in the sentence for an empty list of entries.
   * @default 'the activity log is empty.'
   */
  readonly whenEmpty?: string | undefined;
}

const maxEntries = 3;

/**
 * Explains why no entry matches, by listing the three closest entries and the differing fields. Without `bodies`, the
 * text is safe for test logs, because it contains neither credentials nor values of bodies. If entries match, the text
 * contains the number of matching entries.
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
  checkFields('options', options, ['bodies', 'describe', 'noun', 'whenEmpty', 'fields'], 'option');
  const {
    bodies = false,
    describe = defaultLine,
    noun = 'entry',
    whenEmpty = 'the activity log is empty.',
  } = options;
  if (!Object.hasOwn(plurals, noun)) throw invalid('options.noun', "'entry' or 'request'", noun);
  const criteria = criteriaOf(matcher, options);
  checkEntries('explainNoMatch', entries, neededBy(criteria));
  const isFunction = typeof matcher === 'function';
  const expected = isFunction ? 'the function' : matcherText(matcher, criteria, bodies);
  const counted = (count: number) => `${count} ${count === 1 ? noun : plurals[noun]}`;
  const misses = entries.map((entry) => missOf(entry, criteria));
  const matching = misses.filter(({ failed }) => failed.length === 0).length;
  if (matching > 0)
    return `${matching} of ${counted(entries.length)} ${matching === 1 ? 'matches' : 'match'} ${expected}.`;
  if (entries.length === 0) return `No ${noun} matches ${expected}, because ${whenEmpty}`;
  const nearest = isFunction ? misses.slice(-maxEntries) : misses.sort(byDistance).slice(0, maxEntries);
  const lines = nearest.flatMap((miss) => [
    `  ${escapeInvisible(describe(miss.entry))}`,
    ...differenceLines(miss, bodies),
  ]);
  const were = entries.length === 1 ? 'was' : 'were';
  const heading = `${counted(entries.length)} ${were} recorded. The ${isFunction ? 'latest' : 'closest'}:`;
  return [`No ${noun} matches ${expected}. ${heading}`, ...lines].join('\n');
}

const plurals = { entry: 'entries', request: 'requests' };

interface Miss<Entry> {
  readonly entry: Entry;
  readonly failed: readonly Failed[];
}

interface Failed {
  readonly criterion: Criterion;
  readonly differences: readonly (Difference & { readonly problem?: string | undefined })[];
}

function missOf<Entry extends ActivityEntry>(entry: Entry, criteria: readonly Criterion[]): Miss<Entry> {
  const failed = criteria.filter(({ isMetBy }) => !isMetBy(entry));
  return {
    entry,
    failed: failed.map((criterion) => ({ criterion, differences: differencesOf(entry, criterion) })),
  };
}

function differencesOf(entry: ActivityEntry, { field, keys, pattern }: Criterion): Failed['differences'] {
  const received = field.read(entry, pattern, keys[1]);
  const problem = field.problem?.(entry, received);
  if (field.problem === undefined || problem !== undefined)
    return [{ keys, expected: pattern, received, problem }];
  return compare(pattern, received).map((each) => ({ ...each, keys: [...keys, ...each.keys] }));
}

function byDistance(one: Miss<unknown>, other: Miss<unknown>): number {
  return weightOf(one) - weightOf(other) || countOf(one) - countOf(other) || 0;
}

function weightOf({ failed }: Miss<unknown>): number {
  return failed.reduce((sum, { criterion }) => sum + criterion.field.weight, 0);
}

/** A body that differs as a whole counts as farther from a match than any body with differing fields. */
function countOf({ failed }: Miss<unknown>): number {
  const all = failed.flatMap(({ differences }) => differences);
  return all.some(({ keys }) => keys.length === 1 && isBody(keys)) ? Infinity : all.length;
}

function isBody([field]: readonly PropertyKey[]): boolean {
  return field === 'body' || field === 'responseBody';
}

const shownFields = [
  'request.method',
  'request.hostname',
  'request.port',
  'request.path',
  'response.statusCode',
  'response.responseTimeMs',
] as const;

function defaultLine(entry: ActivityEntry): string {
  const { id, request, response, timestamp } = entry;
  const problem = problemIn(entry, shownFields);
  const exchange = problem
    ? `An exchange that does not conform to the interface (entry${problem})`
    : `${show(request.method)} ${show(urlOf(entry))} → ${response.statusCode} in ${response.responseTimeMs} ms`;
  return `${exchange}, at ${show(timestamp)} (${show(id)})`;
}

const maxLines = 10;

function differenceLines({ entry, failed }: Miss<ActivityEntry>, bodies: boolean): string[] {
  const lines = failed.flatMap(({ criterion, differences }) =>
    differences.map((found) => {
      const isHeader = criterion.field.names === headerNames;
      const place = isHeader ? found.keys.join('.') : locate(found.keys).path;
      const isHidden = isBody(found.keys) && !bodies;
      const text = found.problem ?? (isHidden ? types(found) : values(entry, criterion, found));
      return `    ${place === '' ? '' : `${show(place)}: `}${text}`;
    }),
  );
  const more = lines.length - maxLines;
  const last = more > 0 ? [`    and ${more} more ${more === 1 ? 'difference' : 'differences'}`] : [];
  return [...lines.slice(0, maxLines), ...last];
}

/** Describes a difference between bodies without showing values. */
function types({ keys, expected, received }: Difference): string {
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

const hidden = 'another value, which is not shown because it may contain a credential';

/** Returns a text such as `expected "POST", received "GET"`, without credentials. */
function values(entry: ActivityEntry, criterion: Criterion, difference: Difference): string {
  const { field, pattern } = criterion;
  const [, ...path] = difference.keys;
  const expected = expectedText(criterion, difference);
  const all = field.read(entry, pattern);
  if (difference.received === undefined) {
    const names = field.names === headerNames ? [] : Object.keys(at(all, path.slice(0, -1)) ?? {});
    const others = names.length === 0 ? '' : `; received fields: ${truncated(names.join(', '), shownNames)}`;
    return `expected ${truncated(expected)}, received nothing${others}`;
  }
  const clean = at(shownBy(field, all, entry), path);
  const received = JSON.stringify(clean) as string | undefined;
  if (received === undefined || clean === redacted || received === expected)
    return expected === 'nothing' ? 'expected nothing, received a value' : hidden;
  const skipped = truncated(expected) === truncated(received) ? commonLength(expected, received) : 0;
  return `expected ${truncated(expected, shownLength, skipped)}, received ${truncated(received, shownLength, skipped)}`;
}

function expectedText({ field, keys: [, name], pattern }: Criterion, { keys, expected }: Difference): string {
  const phrase = field.phrase?.(pattern);
  if (phrase !== undefined) return phrase;
  const all = name === undefined ? plainOf(pattern) : { [name]: plainOf(pattern) };
  const clean = at(shownBy(field, all), keys.slice(1));
  if (clean === redacted || clean === undefined) return 'a value';
  const isPattern = isAsymmetric(expected) || isRegExp(expected);
  return isPattern && typeof clean === 'string' ? clean : JSON.stringify(clean);
}

function matcherText(matcher: object, criteria: readonly Criterion[], bodies: boolean): string {
  const shown = Object.entries(matcher).map(([name, pattern]: [string, unknown]) => {
    const field = criteria.find(({ keys }) => keys[0] === name)?.field;
    return [name, isBody([name]) && !bodies ? '…' : (shownBy(field, plainOf(pattern)) ?? redacted)];
  });
  return truncated(JSON.stringify(Object.fromEntries(shown)));
}

function shownBy(field: Field | undefined, value: unknown, entry?: ActivityEntry): unknown {
  return field?.show ? field.show(value, entry) : redactJson(value, isCredentialParameter);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(fieldOf, value);
}

function plainOf(value: unknown): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(JSON.stringify(value, patternText)) as unknown;
  } catch {
    // The expected value of an asymmetric matcher may be cyclic, so `JSON.stringify` may fail.
    return typeof value;
  }
}

function patternText(_: string, value: unknown): unknown {
  if (isRegExp(value)) return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return typeof value;
  if (!isAsymmetric(value)) return value;
  // Some matchers describe themselves, such as `Any<String>`. Other matchers have only a name.
  if (value.toAsymmetricMatcher) return redactJson(value.toAsymmetricMatcher(), isCredentialName);
  const { sample } = value;
  // Replace credentials first, because the resulting string may become part of the text of an enclosing matcher.
  const clean = redactJson(isRegExp(sample) ? String(sample) : plainOf(sample), isCredentialName);
  const detail = isRegExp(sample) ? String(clean) : JSON.stringify(clean);
  return sample === undefined ? value.toString() : `${value.toString()} ${detail}`;
}

const shownLength = 80;

const shownNames = 400;

function truncated(text: string, length = shownLength, skipped = 0): string {
  const rest = skipped === 0 ? text : `…${text.slice(skipped)}`;
  return escapeInvisible(rest.length > length ? `${rest.slice(0, length)}…` : rest);
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (one.charAt(length) === other.charAt(length) && length < one.length) length += 1;
  return Math.max(0, length - shownLength / 4);
}
