import {
  typeName,
  type ActivityEntry,
  type ActivityMetadata,
  type MockService,
  type MockServiceConfig,
  type MockServiceInput,
  type Workspace,
} from '@mock-services/sdk/contract';
import { firstInstant, isUntil, lastInstant, toMilliseconds, toTimestamp } from '../time/time.ts';
import type { Transaction } from './transaction.ts';
import { encode } from '../json.ts';
import { dataKinds, kindNames, type DataKind } from '../rows/change.ts';

/** Creates the fields that nobody gave. A `Transaction` is a source. */
export type Source = Pick<Transaction, 'newId' | 'stamp'>;

export type Optional<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

/** Fields that the service sets itself. */
export type ServiceFields = Pick<MockService, 'id' | 'createdAt' | 'updatedAt'>;

type ServiceTimes = Pick<MockService, 'createdAt' | 'updatedAt'>;

/** Moves the time that was not given if the update would otherwise be earlier than the creation. */
export function serviceTimes(given: Optional<ServiceTimes>, defaults: ServiceTimes): ServiceTimes {
  const {
    createdAt = isUntil(given.updatedAt, defaults.createdAt) ? given.updatedAt : defaults.createdAt,
    updatedAt = isUntil(defaults.updatedAt, createdAt) ? createdAt : defaults.updatedAt,
  } = given;
  return { createdAt, updatedAt };
}

/** Ignores an `id` and timestamps in the input (§4, rule 1). */
export function mockServiceOf(input: MockServiceInput, fields: ServiceFields): MockService {
  const idFirst = { id: fields.id };
  return { ...idFirst, ...input, ...fields };
}

export function newMockService(
  source: Source,
  input: MockServiceInput,
  fields: Optional<ServiceFields>,
  isTaken: (id: string) => boolean,
): MockService {
  const { id = source.newId(isTaken) } = fields;
  const now = source.stamp();
  const times = serviceTimes(fields, { createdAt: now, updatedAt: fields.createdAt ?? now });
  return mockServiceOf(input, { id, ...times });
}

export function updatedMockService(
  tx: Transaction,
  before: MockService,
  input: MockServiceInput,
  given: Optional<ServiceTimes> = {},
): MockService {
  const times = serviceTimes(given, { createdAt: before.createdAt, updatedAt: stampUpdate(tx, before) });
  return mockServiceOf(input, { id: before.id, ...times });
}

export function putMockService(tx: Transaction, service: MockService): void {
  tx.put('mockService', service.id, encode(service));
}

export function removeMockService(tx: Transaction, id: string): boolean {
  return removeWithOwned(tx, 'mockService', id);
}

/** Returns whether the row existed. */
export function removeWithOwned(tx: Transaction, kind: DataKind, id: string): boolean {
  if (!tx.world.table(kind).has(id)) return false;
  tx.stamp();
  tx.remove(kind, id);
  for (const owned of kindNames.filter((each) => dataKinds[each].ownedBy === kind)) {
    if (dataKinds[owned].perOwner === 'one') tx.remove(owned, id);
    else tx.clear(owned, id);
  }
  return true;
}

export interface ConfiguredWorkspace {
  readonly workspace: Workspace;
  readonly configuration: MockService;
}

const week = 7 * 86_400_000;

export function newWorkspace(
  source: Source,
  fields: Optional<Workspace>,
  isTaken: (id: string) => boolean,
): Workspace {
  const { id = source.newId(isTaken) } = fields;
  const now = source.stamp();
  // Without a given expiry, `workspaceTimes` moves this one, which equals the creation, to a week later.
  const times = workspaceTimes(fields, { createdAt: now, expiresAt: fields.createdAt ?? now });
  return { id, name: 'Workspace', ...times, ...fields } as Workspace;
}

export function putWorkspace(tx: Transaction, { workspace, configuration }: ConfiguredWorkspace): void {
  tx.put('workspace', workspace.id, encode(workspace));
  tx.put('configuration', workspace.id, encode(configuration));
}

/** Returns a new object at each call, because callers may change the configuration that a fixture returns. */
export function emptyConfig(): MockServiceConfig {
  const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
  return { cors, defaultResponseHeaders: {}, upstreams: [] };
}

export function emptyConfiguration({ id, name, createdAt }: Workspace): MockService {
  return { id, type: 'REST', title: name, config: emptyConfig(), createdAt, updatedAt: createdAt };
}

export type EntryDraft = Omit<ActivityEntry, 'id' | 'timestamp' | 'metadata'> &
  Optional<Pick<ActivityEntry, 'id' | 'timestamp'>> & { readonly metadata: Optional<ActivityMetadata> };

export function newEntry(
  source: Source,
  fields: EntryDraft,
  isTaken: (id: string) => boolean,
): ActivityEntry {
  const now = source.stamp();
  const { id = source.newId(isTaken), request, response, metadata, timestamp = now, ...others } = fields;
  // If `metadata` is not an object, the validation reports it.
  if (typeName(metadata) !== 'object')
    return { id, request, response, metadata, timestamp, ...others } as ActivityEntry;
  const scenarioId = metadata.scenarioId ?? source.newId();
  return { id, request, response, metadata: { ...metadata, scenarioId }, timestamp, ...others };
}

/** Removes the oldest entries if the log exceeds `maxActivityEntries`. Returns the entries that were added. */
export function recordEntries(
  tx: Transaction,
  workspaceId: string,
  entries: readonly ActivityEntry[],
): ActivityEntry[] {
  const { world } = tx;
  const log = world.log(workspaceId);
  const most = world.settings.maxActivityEntries;
  const added = entries.slice(Math.max(0, entries.length - most));
  let excess = (log?.size ?? 0) + added.length - most;
  for (const entry of added) tx.put('entry', entry.id, encode(entry), workspaceId);
  for (const id of log?.keys() ?? []) {
    if (excess <= 0) break;
    tx.remove('entry', id, workspaceId);
    excess -= 1;
  }
  return added;
}

export function clearLog(tx: Transaction, workspaceId: string): void {
  tx.stamp();
  tx.clear('entry', workspaceId);
}

/** Advances the clock, and returns the new value of `updatedAt`. */
export function stampUpdate(tx: Transaction, before: MockService): string {
  const now = tx.stamp();
  return tx.world.settings.keepsUpdatedAt ? before.updatedAt : now;
}

type WorkspaceTimes = Pick<Workspace, 'createdAt' | 'expiresAt'>;

/** Moves a default time to a week before or after the given one if a workspace would otherwise expire too early. */
export function workspaceTimes(given: Optional<WorkspaceTimes>, defaults: WorkspaceTimes): WorkspaceTimes {
  const {
    createdAt = isUntil(given.expiresAt, defaults.createdAt)
      ? shifted(given.expiresAt, -week)
      : defaults.createdAt,
    expiresAt = isUntil(defaults.expiresAt, createdAt) ? shifted(createdAt, week) : defaults.expiresAt,
  } = given;
  return { createdAt, expiresAt };
}

/** An invalid timestamp is returned unchanged, so that the validation reports it. */
function shifted(timestamp: string, ms: number): string {
  try {
    const time = toMilliseconds(timestamp) + ms;
    return toTimestamp(Math.min(Math.max(time, firstInstant), lastInstant));
  } catch {
    return timestamp;
  }
}
