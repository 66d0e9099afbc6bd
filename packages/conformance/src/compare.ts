/** Says in words how the behavior of a service differs from a profile that was saved before. */
import { openPoints } from '@mock-services/sdk/contract';
import type { JsonValue } from './outcome.ts';
import {
  mapValues,
  type ObservablePoint,
  type Observations,
  type ObservedBody,
  type ObservedOrder,
  type ObservedProfile,
  type ObservedStatuses,
} from './profile.ts';

/** A difference between two profiles. */
export interface ProfileChange {
  /** Id of the open point. */
  readonly point: ObservablePoint;
  /** For example, ``a second DELETE got 404, now 200; the option `repeatedDelete` follows``. */
  readonly message: string;
}

/** The differences between two profiles as plain JSON. */
export interface ProfileComparison {
  /** Ids of the open points that both profiles describe. */
  readonly compared: readonly ObservablePoint[];
  /** Changes of the service's behavior. */
  readonly changes: readonly ProfileChange[];
  /** Differences that depend only on the data of the service, such as the lifetimes of its workspaces. */
  readonly data: readonly ProfileChange[];
  /** Ids of the open points that the saved profile describes, but this one does not, or only in part. */
  readonly unobserved: readonly ObservablePoint[];
}

/** What was observed, by the beginning of a sentence about it. `null` stands for a part without evidence. */
type Facts = Readonly<Record<string, JsonValue | undefined>>;

interface Point<Observed> {
  readonly facts: (observed: Observed) => Facts;
  /**
   * Option of the fake server that reproduces the behavior. `undefined` if none does, and `seed` if it depends on the
   * data. A function returns it if it depends on the fact, or on the values in the two profiles.
   */
  readonly option: string | undefined | ((fact: string, values: readonly unknown[]) => string | undefined);
}

const secondDelete = 'a second DELETE got';
const letterCaseFact = 'identifiers had the letter case';
const headerTypesFact = 'header values had the types';
const listedFact = 'expired workspaces were listed:';
const statusWithoutFact = 'a request without the headers of the run got';

const conditions: Readonly<Record<string, string>> = {
  'unknown id': 'with an unknown id',
  'malformed id': 'with a malformed id',
  'malformed JSON': 'with malformed JSON',
  deleted: 'for a deleted mock service',
};

function statusFacts({ statuses }: { readonly statuses: ObservedStatuses }): Facts {
  return renamed(statuses, (request) => {
    if (request === 'deleteMockService, deleted') return secondDelete;
    const [operation, condition = ''] = request.split(', ');
    return `${operation} ${conditions[condition] ?? condition} got`;
  });
}

function renamed(record: Readonly<Record<string, JsonValue>>, nameOf: (key: string) => string): Facts {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [nameOf(key), value]));
}

function bodyFacts(subject: string) {
  return ({ status, contentType, body, jsonType, fields }: ObservedBody): Facts => {
    const type = contentType === null ? 'no media type' : `the media type ${contentType}`;
    const named = fields.length === 0 ? '' : ` with the fields ${sortedList(fields)}`;
    const content = {
      empty: 'no body',
      text: 'a text',
      html: 'an HTML page',
      json: `a JSON ${jsonType ?? 'object'}${named}`,
    };
    return { [subject]: `${status} with ${type} and ${content[body]}` };
  };
}

function orderOf(order: ObservedOrder): JsonValue {
  return order === 'too short' || order === 'not seen' ? null : order;
}

const onlyFor = (wanted: string, option: string) => (fact: string) => (fact === wanted ? option : undefined);

/** Returns the option for a status that replaced another one. The fake server can only replace statuses of errors. */
const errorOption = (_: string, [, is]: readonly unknown[]) =>
  Number(is) >= 400 && Number(is) < 600 ? 'errorStatuses' : undefined;

const deleteOption = (fact: string, statuses: readonly unknown[]) => {
  const isDelete = fact === secondDelete || fact.startsWith('deleteMockService ');
  const [was, is] = statuses.map((status) => Number(status) < 300);
  return isDelete && was !== is ? 'repeatedDelete' : errorOption(fact, statuses);
};

const points: { readonly [Id in ObservablePoint]: Point<NonNullable<Observations[Id]>> } = {
  'unknown-fields': {
    facts: ({ names }) => ({
      'objects had the unknown fields': Object.entries(names).flatMap(([object, fields]) =>
        fields.map((field) => `${object}.${field}`),
      ),
    }),
    option: 'unknownFields',
  },
  'identifier-form': {
    facts: ({ versions, letterCase }) => ({
      'identifiers had the UUID versions': versions,
      [letterCaseFact]: letterCase,
    }),
    option: onlyFor(letterCaseFact, 'identifierCase'),
  },
  'timestamp-fraction': {
    // A service that leaves out zeros at the end shows other numbers of digits in each run.
    facts: ({ digits }) => ({
      'timestamps had this number of fraction digits at most:':
        digits.length === 0 ? null : Math.max(...digits),
    }),
    option: 'timestampFraction',
  },
  'timestamp-offset': { facts: ({ suffixes }) => ({ 'timestamps ended with': suffixes }), option: undefined },
  'type-values': { facts: ({ values }) => ({ 'the values of type were': values }), option: 'seed' },
  'required-fields': {
    facts: ({ without }) => renamed(without, (field) => `a create without ${field} got`),
    option: errorOption,
  },
  'header-value-types': {
    facts: ({ seen, kept = {} }) => ({
      [headerTypesFact]: seen.length === 0 ? undefined : seen,
      ...renamed(kept, (type) => `a header value of type ${type} was stored unchanged:`),
    }),
    option: onlyFor(headerTypesFact, 'headerValueTypes'),
  },
  'cors-methods': { facts: ({ values }) => ({ 'allowedMethods had the values': values }), option: 'seed' },
  'metadata-fields': {
    facts: ({ types }) => ({
      'metadata had the other fields': Object.entries(types).map(
        ([name, all]) => `${name} (${sortedList(all)})`,
      ),
    }),
    option: 'metadataFields',
  },
  'base64-form': {
    facts: ({ alphabet, padding }) => ({
      'bodies had the Base64 alphabet': alphabet === 'either' ? null : alphabet,
      'bodies had Base64 padding:': padding === 'either' ? null : padding,
    }),
    option: 'seed',
  },
  'recorded-path': {
    facts: ({ withQuery }) => ({ 'a recorded path had a query:': withQuery }),
    option: 'seed',
  },
  expiry: {
    facts: ({ expiredListed, activityStatus }) => ({
      [listedFact]: expiredListed,
      'reading the log of an expired workspace got': activityStatus,
    }),
    option: onlyFor(listedFact, 'onExpiry'),
  },
  'query-parameters': {
    facts: ({ unknownParameter }) =>
      renamed(unknownParameter, (operation) => `${operation} with an unknown query parameter got`),
    option: undefined,
  },
  pagination: {
    facts: ({ signs, limitHonored }) => ({
      'lists had the signs of pages': signs,
      '?limit=1 shortened a list:': limitHonored,
    }),
    option: undefined,
  },
  'list-order': {
    facts: ({ stable, ...lists }) => ({
      ...renamed(mapValues(lists, orderOf), (operation) => `the order of ${operation} was`),
      'lists had the same order when they were read again:': stable,
    }),
    option: 'listOrder',
  },
  'clear-activity-body': { facts: bodyFacts('clearing a log got'), option: 'clearActivityBody' },
  'delete-body': { facts: bodyFacts('a DELETE got'), option: 'deleteBody' },
  'workspace-configuration-fields': {
    facts: ({ sameId, sameCreatedAt, nameIsTitle }) => ({
      'a configuration had the id of its workspace:': sameId,
      'a configuration had the createdAt of its workspace:': sameCreatedAt,
      'a configuration had the name of its workspace as title:': nameIsTitle,
    }),
    option: 'seed',
  },
  'updated-at': {
    facts: ({ changed }) => ({ 'an update changed updatedAt:': changed }),
    option: 'updatedAt',
  },
  'content-type': {
    facts: ({ responses }) => renamed(responses, (operation) => `${operation} got the media type`),
    option: 'contentType',
  },
  'success-status': {
    facts: ({ statuses }) => renamed(statuses, (operation) => `${operation} got`),
    option: undefined,
  },
  'write-idempotency': {
    facts: ({ sameId }) => ({ 'two equal creates got the same identifier:': sameId }),
    option: undefined,
  },
  authentication: {
    facts: ({ statusWithout, challenges }) => ({
      [statusWithoutFact]: statusWithout,
      'the response to it named the authentication schemes': challenges,
    }),
    option: (fact, values) => {
      if (fact !== statusWithoutFact) return undefined;
      const isRequired = values.every((status) => Number(status) >= 300);
      return isRequired ? errorOption(fact, values) : 'requiredToken';
    },
  },
  'error-statuses': { facts: statusFacts, option: deleteOption },
  'error-body': { facts: bodyFacts('reading an unknown id got'), option: 'errorBody' },
  'error-conditions': { facts: statusFacts, option: deleteOption },
  'rate-limits': {
    facts: ({ headers }) => ({ 'responses had the headers about rate limits': headers }),
    option: undefined,
  },
  'workspace-lifetime': {
    facts: ({ shortestMs, longestMs }) => ({
      'the shortest life of a workspace in milliseconds was': shortestMs,
      'the longest life of a workspace in milliseconds was': longestMs,
    }),
    option: 'seed',
  },
  versioning: {
    facts: ({ headers }) => ({ 'responses had the headers about versions': headers }),
    option: undefined,
  },
};

/**
 * Compares a saved profile with a later one. What only one of them observed is no change.
 *
 * @throws {TypeError} if the saved profile is none.
 */
export function compareProfiles(saved: ObservedProfile, current: ObservedProfile): ProfileComparison {
  requireProfile(saved);
  const compared: ObservablePoint[] = [];
  const [changes, data]: [ProfileChange[], ProfileChange[]] = [[], []];
  const unobserved: ObservablePoint[] = [];
  for (const point of observable) {
    const before = factsOf(point, saved);
    const after = factsOf(point, current);
    if (Object.keys(before).some((fact) => after[fact] === undefined)) unobserved.push(point);
    const both = Object.keys(before).filter((fact) => after[fact] !== undefined);
    if (both.length > 0) compared.push(point);
    for (const fact of both) {
      const [was, is] = [words(before[fact]), words(after[fact])];
      if (was === is) continue;
      const { option } = points[point];
      const follows = typeof option === 'function' ? option(fact, [before[fact], after[fact]]) : option;
      const message = `${fact} ${was}, now ${is}; ${consequence(follows)}`;
      (follows === 'seed' ? data : changes).push({ point, message });
    }
  }
  return { compared, changes, data, unobserved };
}

/** In the order of the interface. */
const observable = openPoints
  .map(({ id }) => id)
  .filter((id): id is ObservablePoint => Object.hasOwn(points, id));

/** @throws {TypeError} if the value is no profile. */
export function requireProfile(saved: unknown): void {
  const place = wrongPlaceIn(saved);
  if (place !== undefined)
    throw new TypeError(`compare${place} is not as in the \`profile\` of a report (version 1)`);
}

/** Returns the JSON pointer to the first part of a value that no profile has, or `undefined` for a profile. */
export function wrongPlaceIn(saved: unknown): string | undefined {
  const { version, observed } = Object(saved) as { readonly version?: unknown; readonly observed?: unknown };
  if (version !== 1) return '/version';
  if (typeof observed !== 'object' || observed === null || Array.isArray(observed)) return '/observed';
  const wrong = observable.find((point) => {
    try {
      factsOf(point, saved as ObservedProfile);
      return false;
    } catch {
      return true;
    }
  });
  return wrong && `/observed/${wrong}`;
}

/** Returns only facts with evidence. A file may have any values. */
function factsOf(point: ObservablePoint, { observed }: ObservedProfile): Facts {
  const seen: unknown = Object.hasOwn(observed, point) ? observed[point] : undefined;
  if (seen === undefined) return {};
  if (typeof seen !== 'object' || seen === null) throw new TypeError('An observation is an object.');
  const { facts } = points[point] as Point<object>;
  return Object.fromEntries(Object.entries(facts(seen)).filter(([, value]) => (value ?? null) !== null));
}

function words(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return sortedList(value as readonly JsonValue[]);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Lists are sets. */
function sortedList(values: readonly JsonValue[]): string {
  return values.length === 0 ? 'none' : values.map(words).toSorted().join(', ');
}

function consequence(option: string | undefined): string {
  if (option === 'seed') return 'it depends on the data';
  return option === undefined ? 'no option of the fake server follows' : `the option \`${option}\` follows`;
}
