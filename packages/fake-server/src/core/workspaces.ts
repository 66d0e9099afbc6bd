import {
  mockService as configurationSchema,
  workspace as schema,
  type MockService,
  type Workspace,
} from '@mock-services/sdk/contract';
import { atomically, conforming, given, refuseTaken, type Draft } from './arrange.ts';
import { arrangeError } from './arrange-error.ts';
import { configOf } from './configuration-draft.ts';
import { toMilliseconds, toTimestamp } from './instant.ts';
import { decode, encode } from './json.ts';
import { Log } from './log.ts';
import type { MockServiceDraft } from './mock-services.ts';
import { emptyConfiguration, storeWorkspace } from './stored.ts';
import type { World } from './world.ts';

/** A workspace of which any field may be left out, with its configuration. Other fields are kept. */
export type WorkspaceDraft = Draft<Workspace> & {
  /** What endpoint 9 answers with (§4, row 9). */
  readonly configuration?: MockServiceDraft | undefined;
};

/**
 * The workspaces of a fake server, to arrange and to look at without a request. The interface has no operations
 * that write workspaces (§4). What is returned is a copy.
 */
export interface ArrangedWorkspaces {
  /**
   * Adds a workspace with an empty activity log at the end of the list. What is left out is filled in: the next
   * identifier, a name, the time, an expiry a week after the creation (§2.4), and a configuration with the
   * workspace's own id, name and creation time in which nothing is configured.
   *
   * @throws {ArrangeError} when the whole is not what the interface describes, or the id is taken.
   *
   * @example
   * ```ts
   * const { id } = fake.workspaces.add({ name: 'Checkout', configuration: { title: 'Defaults' } });
   * await client.workspaces.getConfiguration(id);
   * ```
   */
  readonly add: (draft?: WorkspaceDraft) => Workspace;
  /** The workspace with an id in any letter case, expired or not; `undefined` when there is none. */
  readonly get: (id: string) => Workspace | undefined;
  /** The configuration of a workspace; `undefined` when there is no such workspace. */
  readonly getConfiguration: (id: string) => MockService | undefined;
  /** All workspaces, expired or not, in list order. */
  readonly list: () => Workspace[];
  /**
   * Changes the fields that are given, of the workspace and of its configuration. The id stays.
   *
   * @throws {ArrangeError} when there is none with this id, or the whole is not what the interface describes.
   */
  readonly update: (id: string, changes: Omit<WorkspaceDraft, 'id'>) => Workspace;
  /** Removes a workspace with its configuration and its activity log. Returns whether there was one. */
  readonly remove: (id: string) => boolean;
}

const week = 7 * 86_400_000;

export function arrangeWorkspaces(world: World): ArrangedWorkspaces {
  const { workspaces: table, activity, ids, clock } = world;

  const store = (value: Workspace, configuration: MockService): Workspace => {
    const stored = storeWorkspace(value, encode(configuration));
    table.set(value.id, stored);
    return decode(stored.json);
  };

  const add = (draft: WorkspaceDraft = {}): Workspace => {
    const call = 'workspaces.add';
    const { configuration = {}, ...fields } = given(call, draft);
    const id = fields.id ?? ids.uuid((taken) => table.has(taken));
    const createdAt = fields.createdAt ?? clock.stamp();
    const times = { createdAt, expiresAt: fields.expiresAt ?? weekAfter(createdAt) };
    const value = { id, name: 'Workspace', ...times, ...fields };
    conforming(call, schema, value);
    refuseTaken(call, table.has(id));
    const added = store(value, configured(call, configuration, emptyConfiguration(value)));
    activity.set(id, Log.empty);
    return added;
  };

  const update = (id: string, changes: Omit<WorkspaceDraft, 'id'>): Workspace => {
    const call = 'workspaces.update';
    const found = table.get(id);
    if (!found) throw arrangeError(call, 'id', 'id of a workspace', 'another');
    const before = decode(found.json);
    const { configuration = {}, ...fields } = given(call, changes);
    const after = configured(call, configuration, decode(found.configuration));
    return store(conforming(call, schema, { ...before, ...fields, id: before.id }), after);
  };

  return {
    add: (draft) => atomically(world, () => add(draft)),
    get: (id) => {
      const found = table.get(id);
      return found && decode(found.json);
    },
    getConfiguration: (id) => {
      const found = table.get(id);
      return found && decode(found.configuration);
    },
    list: () => Array.from(table.values(), ({ json }) => decode(json)),
    update: (id, changes) => atomically(world, () => update(id, changes)),
    remove: (id) => {
      const exists = table.has(id);
      if (exists) table.delete(id);
      if (exists) activity.delete(id);
      return exists;
    },
  };
}

function configured(call: string, draft: MockServiceDraft, base: MockService): MockService {
  const fields = given(call, draft);
  const value = { ...base, ...fields, config: configOf(call, fields.config, base.config) };
  return conforming(`${call}, for its configuration,`, configurationSchema, value);
}

/** A time that cannot be read is left for the contract to refuse. */
function weekAfter(timestamp: string): string {
  try {
    return toTimestamp(toMilliseconds(timestamp) + week);
  } catch {
    return timestamp;
  }
}
