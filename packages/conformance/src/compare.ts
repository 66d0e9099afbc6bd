import { profileOptions } from '@mock-services/fake-server/core';
import { check, type OpenPoint, openPoints, profileSchema, typeName } from '@mock-services/sdk/contract';
import type { JsonValue } from './outcome.ts';
import type { ObservablePoint, ObservedProfile } from './profile.ts';

/** A difference between two profiles, described in a sentence. */
export interface ProfileChange {
  /** Id of the open point. */
  readonly point: ObservablePoint;
  /** A sentence such as ``an update changed updatedAt: yes, now no; the option `updatedAt` follows``. */
  readonly message: string;
}

/** The differences between two profiles as plain JSON. */
export interface ProfileComparison {
  /** Ids of the open points that both profiles contain. */
  readonly compared: readonly ObservablePoint[];
  /** Changes of the service's behavior. */
  readonly changes: readonly ProfileChange[];
  /** Differences in the service's data, such as the lifetimes of workspaces, which do not count as changed behavior. */
  readonly data: readonly ProfileChange[];
  /** Ids of open points in the saved profile that the current profile lacks or contains only in part. */
  readonly unobserved: readonly ObservablePoint[];
}

type Fields = Readonly<Record<string, JsonValue>>;

interface Part {
  /** Words before the value, such as `an update changed updatedAt:`. */
  readonly says: string;
  readonly value: JsonValue;
  /** The part of the observation that contains only this value. */
  readonly alone: Fields;
}

/**
 * Compares a saved profile with a later profile. A value in only one of the two profiles does not count as a change.
 *
 * @throws {TypeError} if `saved` is not a profile.
 */
export function compareProfiles(saved: ObservedProfile, current: ObservedProfile): ProfileComparison {
  requireProfile(saved);
  const compared: ObservablePoint[] = [];
  const [changes, data]: [ProfileChange[], ProfileChange[]] = [[], []];
  const unobserved: ObservablePoint[] = [];
  for (const row of openPoints) {
    // The cast is safe, because only observable points have parts.
    const point = row.id as ObservablePoint;
    const before = partsOf(row, saved);
    const after = partsOf(row, current);
    const both = before.flatMap((was) => {
      const is = after.find(({ says }) => says === was.says);
      return is ? [{ was, is, words: [inWords(was.value), inWords(is.value)] }] : [];
    });
    if (both.length < before.length) unobserved.push(point);
    if (both.length > 0) compared.push(point);
    for (const { was, is, words } of both.filter(({ words: [first, second] }) => first !== second)) {
      const consequence = row.ofData ? 'it depends on the data' : whatFollows(point, current, was, is);
      const message = `${was.says} ${words.join(', now ')}; ${consequence}`;
      (row.ofData ? data : changes).push({ point, message });
    }
  }
  return { compared, changes, data, unobserved };
}

/** @throws {TypeError} if `saved` is not a profile. */
export function requireProfile(saved: unknown): void {
  const place = wrongPlaceIn(saved);
  if (place !== undefined)
    throw new TypeError(`compare${place} is not as in the \`profile\` of a report (version 1)`);
}

/** Returns the JSON pointer to the first invalid part of a profile, or `undefined` if the profile is valid. */
export function wrongPlaceIn(saved: unknown): string | undefined {
  const { version } = Object(saved) as { readonly version?: unknown };
  return version === 1 ? check(profileSchema(), saved)[0]?.pointer : '/version';
}

/** Values of observations that mean "unknown". */
const silent = new Set<unknown>([null, 'either', 'too short', 'not seen']);

function partsOf({ id, words = {} }: OpenPoint, profile: ObservedProfile): readonly Part[] {
  const observation = observationIn(profile, id);
  return Object.entries(words).flatMap(([path, about]): readonly Part[] => {
    const { says, needsItems, greatest } = typeof about === 'string' ? { says: about } : about;
    const fields = path.replace('.*', '').split(',');
    const alone = pick(observation, (field) => fields.includes(field));
    const [first] = Object.entries(alone);
    if (!first) return [];
    const [field, value] = first;
    if (path.endsWith('.*'))
      return Object.entries(value ?? {}).map(([key, member]: [string, JsonValue]) => ({
        says: says.replace('*', () => key),
        value: member,
        alone: { [field]: { [key]: member } },
      }));
    if (fields.length > 1) return [{ says, value: alone, alone }];
    const items: readonly JsonValue[] = Array.isArray(value) ? value : [];
    if (silent.has(value) || ((needsItems || greatest) && items.length === 0)) return [];
    return [{ says, value: greatest ? Math.max(...items.map(Number)) : value, alone }];
  });
}

/** Describes whether and how the fake server can imitate a change, by converting profiles to its options. */
function whatFollows(point: ObservablePoint, current: ObservedProfile, was: Part, is: Part): string {
  const { unsupported } = profileOptions(current);
  const reported = unsupported.find((one) => one.point === point && overlaps(one.observed, is.alone));
  if (reported) return reported.reason;
  const others = pick(observationIn(current, point), (field) => !Object.hasOwn(is.alone, field));
  const [before = {}, after = {}] = [was, is].map(({ alone }): Fields => {
    const { options } = profileOptions({ version: 1, observed: { [point]: { ...others, ...alone } } });
    return { ...options } as Fields;
  });
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return names.length === 0
    ? 'the fake server follows'
    : names.map((name) => `the option \`${name}\` follows`).join(', ');
}

function overlaps(one: unknown, other: unknown): boolean {
  const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeName(value) === 'object';
  if (!isRecord(one) || !isRecord(other)) return true;
  return Object.keys(one).some((key) => Object.hasOwn(other, key) && overlaps(one[key], other[key]));
}

function observationIn({ observed }: ObservedProfile, id: string): Fields {
  const all = observed as Readonly<Record<string, Fields>>;
  return (Object.hasOwn(all, id) ? all[id] : undefined) ?? {};
}

function pick(fields: Fields, isWanted: (field: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => isWanted(field)));
}

/** Sorts the items of a list, because their order has no meaning. */
function inWords(value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  const items = Array.isArray(value)
    ? (value as readonly JsonValue[]).map(inWords)
    : Object.entries(value ?? {}).map(([name, item]) => `${name} (${inWords(item)})`);
  return items.length === 0 ? 'none' : items.toSorted().join(', ');
}
