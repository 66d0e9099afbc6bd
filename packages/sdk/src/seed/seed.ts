/**
 * A seed is the data of a fake server, or a file for configuring a service with the command line. The JSON Schemas, the
 * admin endpoints, the fixtures and the command line use these schemas.
 */
import * as z from 'zod/mini';
import { check, type Schema } from '../contract/check.ts';
import { idKey } from '../contract/id-key.ts';
import { type Issue, issueAt, locate } from '../contract/issue.ts';
import { fieldOf, isObject } from '../contract/kinds.ts';
import type { ActivityEntry, MockService, Workspace } from '../contract/resources.ts';
import { nearestName } from '../names.ts';
import {
  activityEntry,
  activityMetadata,
  cors,
  expiresLater,
  mockService,
  mockServiceConfig,
  recordedRequest,
  strictActivityEntry,
  strictRecordedResponse,
  strictWorkspace,
  workspace,
} from '../contract/schemas.ts';
import { variables } from './variables.ts';

/** The kinds of data in a seed and in a fake server, with the type of a complete item. */
export interface Resources {
  readonly mockService: MockService;
  readonly workspace: Workspace;
  readonly configuration: MockService;
  readonly entry: ActivityEntry;
}

export type DataKind = keyof Resources;

interface DataRules {
  /** Complete items must conform to this schema, whether a caller adds them or a storage contains them. */
  readonly schema: Schema;
  /** Name of the list or record in a seed. */
  readonly seedPart: string;
  /** Kind of the owner, whose id is the key in the seed. An item is removed together with its owner. */
  readonly ownedBy?: 'mockService' | 'workspace';
  /** An owner has exactly `one` item, which is stored under the owner's id, or `many`. */
  readonly perOwner?: 'one' | 'many';
}

/** The checks of a seed, and how a fake server clears, loads, removes, counts and exports data, follow from this table. */
export const dataKinds: { readonly [Kind in DataKind]: DataRules } = {
  mockService: { schema: mockService, seedPart: 'mockServices' },
  workspace: { schema: strictWorkspace, seedPart: 'workspaces' },
  configuration: { schema: mockService, seedPart: 'configurations', ownedBy: 'workspace', perOwner: 'one' },
  entry: { schema: strictActivityEntry, seedPart: 'activity', ownedBy: 'workspace', perOwner: 'many' },
};

/** In an order in which owners come first. */
export const kindNames = /*@__PURE__*/ Object.keys(dataKinds) as readonly DataKind[];

const config = /*@__PURE__*/ z.extend(/*@__PURE__*/ z.partial(mockServiceConfig), {
  cors: /*@__PURE__*/ z.optional(/*@__PURE__*/ z.partial(cors)),
});

/** A mock service. Omitted fields get default values. */
export const mockServiceDraft = /*@__PURE__*/ z.extend(/*@__PURE__*/ z.partial(mockService), {
  config: /*@__PURE__*/ z.optional(config),
});

const seededWorkspace = /*@__PURE__*/ z.partial(workspace);

/** A workspace and its configuration. Omitted fields get default values. */
export const workspaceDraft = /*@__PURE__*/ z.extend(seededWorkspace, {
  configuration: /*@__PURE__*/ z.optional(mockServiceDraft),
});

const body = /*@__PURE__*/ z.optional(/*@__PURE__*/ z.unknown());

/** The interface specifies only the metadata field `scenarioId` (§2.5), so other fields are not mistakes. */
const metadata = /*@__PURE__*/ z.partial(activityMetadata);

/** An activity entry. Omitted fields get default values. `url` and `body` are alternatives to the recorded fields. */
export const exchangeDraft = /*@__PURE__*/ z.extend(/*@__PURE__*/ z.partial(activityEntry), {
  request: /*@__PURE__*/ z.optional(
    /*@__PURE__*/ z.extend(/*@__PURE__*/ z.partial(recordedRequest), {
      url: /*@__PURE__*/ z.optional(/*@__PURE__*/ z.url()),
      body,
    }),
  ),
  response: /*@__PURE__*/ z.optional(
    /*@__PURE__*/ z.extend(/*@__PURE__*/ z.partial(strictRecordedResponse), { body }),
  ),
  metadata: /*@__PURE__*/ z.optional(metadata),
});

/**
 * A seed after {@link substituteVariables}. Call {@link seedIssues} to check relations between entries, such as
 * duplicate ids.
 */
export const seed = /*@__PURE__*/ z.strictObject({
  $schema: /*@__PURE__*/ z.optional(/*@__PURE__*/ z.string()),
  variables: /*@__PURE__*/ z.optional(variables),
  mockServices: /*@__PURE__*/ z.optional(/*@__PURE__*/ z.array(mockServiceDraft)),
  workspaces: /*@__PURE__*/ z.optional(
    /*@__PURE__*/ z.array(/*@__PURE__*/ seededWorkspace.check(expiresLater)),
  ),
  activity: /*@__PURE__*/ z.optional(
    /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), /*@__PURE__*/ z.array(exchangeDraft)),
  ),
  configurations: /*@__PURE__*/ z.optional(
    /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), mockServiceDraft),
  ),
});

type Keys = readonly (string | number)[];

/**
 * Lists mistakes in a seed: differences from the schema, duplicate ids, keys that are not the id of an
 * owner in the seed, and workspaces that expire before they are created.
 *
 * @param schema - A stricter schema than {@link seed}.
 */
export function seedIssues(value: unknown, schema: z.core.$ZodType = seed): Issue[] {
  return [...check(schema, value), ...kindNames.flatMap((kind) => idIssues(value, kind))];
}

function idIssues(value: unknown, kind: DataKind): Issue[] {
  const { seedPart, ownedBy } = dataKinds[kind];
  if (!ownedBy) return repeatedIds(listOf(value, [seedPart]));
  const part = fieldOf(value, seedPart);
  const keys = isObject(part) ? Object.keys(part) : [];
  const owners = new Set(listOf(value, [dataKinds[ownedBy].seedPart]).map(([, item]) => idOf(item)));
  const seen = new Set<string>();
  const keyIssues = keys.flatMap((key) => {
    const id = idKey(key);
    const isRepeated = seen.has(id);
    seen.add(id);
    if (isRepeated)
      return [issueAt([seedPart, key], 'a unique id', 'an id that differs from another only in letter case')];
    const expected = `the id of a ${ownedBy} in the seed`;
    return owners.has(id) ? [] : [issueAt([seedPart, key], expected, 'an unknown key')];
  });
  return [...keyIssues, ...keys.flatMap((key) => repeatedIds(listOf(value, [seedPart, key])))];
}

function repeatedIds(items: readonly (readonly [Keys, unknown])[]): Issue[] {
  const first = new Map<string, Keys>();
  return items.flatMap(([keys, item]) => {
    const id = idOf(item);
    if (id === undefined) return [];
    const twin = first.get(id);
    if (twin !== undefined)
      return [issueAt([...keys, 'id'], 'a unique id', `the id of ${locate(twin).path}`)];
    first.set(id, keys);
    return [];
  });
}

function listOf(value: unknown, keys: Keys): (readonly [Keys, unknown])[] {
  const list = keys.reduce<unknown>(fieldOf, value);
  return Array.isArray(list) ? Array.from(list, (item: unknown, index) => [[...keys, index], item]) : [];
}

function idOf(item: unknown): string | undefined {
  const id = fieldOf(item, 'id');
  return typeof id === 'string' ? idKey(id) : undefined;
}

/** An unknown field whose name is probably misspelled. */
export interface MisspelledField {
  /** Keys that lead to the field. The last key is the name of the field. */
  readonly keys: readonly (string | number)[];
  /** Name of a similar field in the schema. */
  readonly meant: string;
  /** Whether the value contains both the misspelled and the similar field. */
  readonly isGiven: boolean;
}

/**
 * Finds unknown fields that are probably misspelled. Other unknown fields are allowed, because a service may have
 * fields that the interface does not specify.
 */
export function misspelledFields(
  schema: z.core.$ZodType,
  value: unknown,
  keys: Keys = [],
): MisspelledField[] {
  const inner = withoutOptional(schema);
  if (inner instanceof z.ZodMiniArray && Array.isArray(value)) {
    const item = inner.def.element;
    return value.flatMap((each: unknown, index) => misspelledFields(item, each, [...keys, index]));
  }
  if (!(inner instanceof z.ZodMiniObject) || inner === metadata || !isObject(value)) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = inner.shape;
  const isGiven = (name: string): boolean => Object.hasOwn(value, name);
  // If the value has an `id`, a similar field such as `_id` is not a mistake.
  const names = Object.keys(shape).filter((name) => name !== 'id' || !isGiven(name));
  return Object.entries(value).flatMap(([name, field]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known !== undefined) return misspelledFields(known, field, [...keys, name]);
    const meant = nearestName(name, names);
    return meant === undefined ? [] : [{ keys: [...keys, name], meant, isGiven: isGiven(meant) }];
  });
}

function withoutOptional(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodMiniOptional ? withoutOptional(schema.def.innerType) : schema;
}
