import type { ActivityEntry, MockService, MockServiceInput } from '@mock-services/sdk/contract';
import { dataKinds, kindNames, type DataKind } from '@mock-services/sdk/seed';
import { isUntil } from '../time/time.ts';
import type { Transaction } from './transaction.ts';

export type Source = Pick<Transaction, 'newId' | 'stamp'>;

type Optional<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

type ServiceFields = Pick<MockService, 'id' | 'createdAt' | 'updatedAt'>;

type ServiceTimes = Pick<MockService, 'createdAt' | 'updatedAt'>;

/** If an update would be earlier than the creation, moves the time that was not given. */
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

/** Removes a row and the rows that it owns. Returns whether the row existed. */
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

/** Removes the oldest entries if the log exceeds `maxActivityEntries`. Returns the entries that were added. */
export function recordEntries(
  tx: Transaction,
  workspaceId: string,
  entries: readonly ActivityEntry[],
): ActivityEntry[] {
  const { world } = tx;
  const log = world.table('entry', workspaceId);
  const most = world.settings.maxActivityEntries;
  const added = entries.slice(Math.max(0, entries.length - most));
  let excess = log.size + added.length - most;
  for (const entry of added) tx.put('entry', entry.id, entry, workspaceId);
  for (const id of log.keys()) {
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

export function stampUpdate(tx: Transaction, before: MockService): string {
  const now = tx.stamp();
  return tx.world.settings.keepsUpdatedAt ? before.updatedAt : now;
}
