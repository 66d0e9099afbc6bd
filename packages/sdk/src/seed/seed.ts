/**
 * The format of seeds: the data of a fake server, and the file with which the command line configures a service. The
 * JSON Schemas, the admin endpoints, the fixtures and the command line follow from these schemas.
 */
import * as z from 'zod/mini';
import { check } from '../contract/check.ts';
import { idKey } from '../contract/id-key.ts';
import { type Issue, issueAt, locate } from '../contract/issue.ts';
import { fieldOf, isObject } from '../contract/kinds.ts';
import { nearestName } from '../names.ts';
import {
  activityEntry,
  activityMetadata,
  cors,
  expiresLater,
  mockService,
  mockServiceConfig,
  recordedRequest,
  strictRecordedResponse,
  workspace,
} from '../contract/schemas.ts';
import { variables } from './variables.ts';

const config = /*@__PURE__*/ z.extend(/*@__PURE__*/ z.partial(mockServiceConfig), {
  cors: /*@__PURE__*/ z.optional(/*@__PURE__*/ z.partial(cors)),
});

/** A mock service whose omitted fields are filled in. */
export const mockServiceDraft = /*@__PURE__*/ z.extend(/*@__PURE__*/ z.partial(mockService), {
  config: /*@__PURE__*/ z.optional(config),
});

const seededWorkspace = /*@__PURE__*/ z.partial(workspace);

/** A workspace whose omitted fields are filled in, with its configuration. */
export const workspaceDraft = /*@__PURE__*/ z.extend(seededWorkspace, {
  configuration: /*@__PURE__*/ z.optional(mockServiceDraft),
});

const body = /*@__PURE__*/ z.optional(/*@__PURE__*/ z.unknown());

/** The interface specifies only one of its fields (§2.5), so other names are no mistakes. */
const metadata = /*@__PURE__*/ z.partial(activityMetadata);

/** An activity entry whose omitted fields are filled in. `url` and `body` are alternatives to the recorded fields. */
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
 * A seed whose variables are replaced ({@link substituteVariables}). {@link seedIssues} also checks what concerns
 * several entries.
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
 * Lists what is wrong with a seed: differences from the schema, ids that appear twice, logs and configurations of
 * workspaces that the seed does not contain, and workspaces that expire before they are created.
 *
 * @param schema - A stricter schema than {@link seed}.
 */
export function seedIssues(value: unknown, schema: z.core.$ZodType = seed): Issue[] {
  const workspaces = listOf(value, ['workspaces']);
  const ids = new Set(workspaces.map(([, item]) => idOf(item)));
  return [
    ...check(schema, value),
    ...repeatedIds(listOf(value, ['mockServices'])),
    ...repeatedIds(workspaces),
    ...['configurations', 'activity'].flatMap((part) => keyIssues(part, fieldOf(value, part), ids)),
    ...entriesOf(fieldOf(value, 'activity')).flatMap(([id]) => repeatedIds(listOf(value, ['activity', id]))),
  ];
}

function keyIssues(part: string, value: unknown, ids: ReadonlySet<string | undefined>): Issue[] {
  const seen = new Set<string>();
  return entriesOf(value).flatMap(([key]) => {
    const id = idKey(key);
    const isRepeated = seen.has(id);
    seen.add(id);
    if (isRepeated)
      return [issueAt([part, key], 'a unique id', 'an id that differs from another only in letter case')];
    return ids.has(id) ? [] : [issueAt([part, key], 'the id of a workspace in the seed', 'an unknown key')];
  });
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

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function idOf(item: unknown): string | undefined {
  const id = fieldOf(item, 'id');
  return typeof id === 'string' ? idKey(id) : undefined;
}

/** An unknown field that is probably a misspelled one. */
export interface MisspelledField {
  /** The keys that lead to the field. The last one is its name. */
  readonly keys: readonly (string | number)[];
  /** The name of a similar field that the schema has. */
  readonly meant: string;
  /** Whether the value has the similar field, too. */
  readonly isGiven: boolean;
}

/**
 * Finds unknown fields that look like a misspelled field. Unknown fields are allowed, because a service may have fields
 * that the interface does not specify.
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
  // Other identifiers beside the `id`, such as `_id`, are no mistakes.
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
