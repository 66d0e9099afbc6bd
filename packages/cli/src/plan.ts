import { isDeepStrictEqual } from 'node:util';
import { Failure, quoted, shown } from '@mock-services/cli-kit';
import type {
  MockService,
  MockServiceConfig,
  MockServiceInput,
  MockServiceSummary,
} from '@mock-services/sdk';
import { idKey, locate } from '@mock-services/sdk/contract';
import type { Entry } from './seed-file.ts';

/** A changed value. `from` is `undefined` for an added value, and `to` for a removed value. */
export interface Change {
  readonly keys: readonly (string | number)[];
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

interface Write {
  readonly title: string;
  /** Index of the entry in the file's list. */
  readonly place: number;
  readonly input: MockServiceInput;
  /** Returns the changes that applying the file again would make to the stored mock service. */
  readonly changesIn: (stored: MockService) => readonly Change[];
}

interface Create extends Write {
  readonly action: 'create';
  /** The id in the file, which has no effect, because the service chooses the id of a new mock service. */
  readonly idInFile: string | undefined;
}

interface Update extends Write {
  readonly action: 'update';
  readonly id: string;
  readonly before: MockServiceInput;
  readonly changes: readonly Change[];
}

interface Delete {
  readonly action: 'delete';
  readonly title: string;
  readonly id: string;
}

export type Step = Create | Update | Delete;

export interface Plan {
  /** Steps in the order creates, updates, deletes. */
  readonly steps: readonly Step[];
  readonly unchanged: number;
  /** Number of existing mock services that are not in the file and are not deleted. */
  readonly unlisted: number;
}

export interface Match<Service> {
  readonly entry: Entry;
  readonly service: Service | undefined;
}

/**
 * Finds the mock service for each entry, by id or, if no id matches, by title.
 *
 * @param titleOf - Returns the title for error messages, by the index of the entry.
 * @throws {Failure} if several mock services, or several entries without a matching id, have the same title.
 */
export function match<Service extends Pick<MockServiceSummary, 'id' | 'title'>>(
  entries: readonly Entry[],
  services: readonly Service[],
  titleOf = (place: number) => entries[place]?.title ?? '',
): Match<Service>[] {
  const byId = new Map(services.map((service) => [idKey(service.id), service]));
  const withId = entries.map(({ id }) => (id === undefined ? undefined : byId.get(idKey(id))));
  const taken = new Set(withId);
  const byTitle = groupedByTitle(services.filter((service) => !taken.has(service)));
  const places = entries.map(({ title }, place) => ({ title, place }));
  const untold = groupedByTitle(places.filter(({ place }) => withId[place] === undefined));
  const problems = Array.from(untold, ([title, group]) =>
    ambiguity(titleOf(group[0]?.place ?? 0), group, byTitle.get(title)),
  );
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new Failure([...found, 'Nothing was changed.'].join('\n'));
  return entries.map((entry, place) => ({ entry, service: withId[place] ?? byTitle.get(entry.title)?.[0] }));
}

export function groupedByTitle<Item extends { readonly title: string }>(items: readonly Item[]) {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.title, [...(groups.get(item.title) ?? []), item]);
  return groups;
}

function ambiguity(
  title: string,
  places: readonly { readonly place: number }[],
  services: readonly { readonly id: string }[] = [],
): string | undefined {
  const named = places.map(({ place }) => `mockServices[${place}]`).join(', ');
  if (services.length > 1) {
    const ids = services.map(({ id }) => `\n  ${id}`).join('');
    return `${quoted(title)} (${named}) is the title of ${services.length} mock services:${ids}\nGive the entry the \`id\` of one of them.`;
  }
  if (places.length === 1) return undefined;
  return `${quoted(title)} is the title of ${places.length} entries (${named}), and the service does not have their ids. Give them different titles.`;
}

export function planOf(
  matches: readonly Match<MockService>[],
  services: readonly MockServiceSummary[],
  { deletes }: { readonly deletes: boolean },
): Plan {
  const steps = matches.flatMap(({ entry, service }, place) => stepFor(entry, service, place) ?? []);
  const listed = new Set(matches.map(({ service }) => service && idKey(service.id)));
  const unlisted = services.filter(({ id }) => !listed.has(idKey(id)));
  const deleted = unlisted.map(({ id, title }) => ({ action: 'delete', title, id }) as const);
  const creates = steps.filter(({ action }) => action === 'create');
  const updates = steps.filter(({ action }) => action === 'update');
  return {
    steps: [...creates, ...updates, ...(deletes ? deleted : [])],
    unchanged: matches.length - steps.length,
    unlisted: deletes ? 0 : unlisted.length,
  };
}

function stepFor(entry: Entry, service: MockService | undefined, place: number): Step | undefined {
  const input = inputFor(entry, service ?? newService);
  const changesIn = (stored: MockService) => changesBetween(stored, inputFor(entry, stored));
  if (service === undefined)
    return { action: 'create', title: entry.title, place, idInFile: entry.id, input, changesIn };
  const { id, type, title, config } = service;
  const before = { type, title, config };
  const changes = changesIn(service);
  return changes.length === 0
    ? undefined
    : { action: 'update', title, place, id, before, input, changes, changesIn };
}

const newService: MockServiceInput = {
  type: 'REST',
  title: '',
  config: {
    cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
    defaultResponseHeaders: {},
    upstreams: [],
  },
};

export function inputFor(entry: Entry, current: MockServiceInput): MockServiceInput {
  const { type = current.type, title, config = {} } = entry;
  return { type, title, config: configFor(config, current.config) };
}

function configFor(given: object, current: MockServiceConfig): MockServiceConfig {
  const merged = overlay(current, given);
  const { defaultResponseHeaders, upstreams } = given as Partial<MockServiceConfig>;
  return {
    ...(merged as MockServiceConfig),
    // Header names are data, so a header that the file omits is removed.
    ...(defaultResponseHeaders && { defaultResponseHeaders }),
    ...(upstreams && {
      upstreams: upstreams.map((upstream, place) => {
        const sameName = current.upstreams.filter(({ name }) => name === upstream.name);
        const before = sameName.find((one) => one === current.upstreams[place]) ?? sameName[0];
        return overlay(before, upstream) as typeof upstream;
      }),
    }),
  };
}

function overlay(current: unknown, given: unknown): unknown {
  if (!isObject(current) || !isObject(given)) return given;
  const fields = Object.entries(given).map(
    ([name, value]) => [name, overlay(ownValue(current, name), value)] as const,
  );
  // Unlike an assignment, `Object.fromEntries` stores `__proto__` as an ordinary property.
  return Object.fromEntries([...Object.entries(current), ...fields]);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function changesBetween(
  { type, title, config }: MockServiceInput,
  wanted: MockServiceInput,
): Change[] {
  return Array.from(differences({ type, title, config }, wanted, []), ({ keys, ...values }) => ({
    keys,
    path: shown(locate(keys).path),
    ...values,
  }));
}

type Difference = Omit<Change, 'path'>;

/** Compares objects and lists of objects recursively. A list of other values is compared as a single value. */
function* differences(from: unknown, to: unknown, keys: Difference['keys']): Generator<Difference> {
  if (isListOfObjects(from) && isListOfObjects(to))
    for (let place = 0; place < Math.max(from.length, to.length); place += 1)
      yield* differences(from[place], to[place], [...keys, place]);
  else if (isObject(from) && isObject(to))
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)]))
      yield* differences(ownValue(from, name), ownValue(to, name), [...keys, name]);
  else if (from !== to && !isDeepStrictEqual(fromJson(from), fromJson(to))) yield { keys, from, to };
}

/** Converts -0 to 0 as JSON does, because stored values were serialized as JSON. `undefined` stays unchanged. */
function fromJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify({ value })) as unknown;
}

function isListOfObjects(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isObject);
}

export function ownValue(object: object, name: string | number): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}
