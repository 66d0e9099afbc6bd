/** Takes and restores snapshots of a world. */
import { check, typeName, type Issue } from '@mock-services/sdk/contract';
import type * as z from 'zod/mini';
import { FakeServerError, isFakeServerError, invalidError, fullIssue } from '../errors.ts';
import { faultSchema, isPlain, readFault, type Fault } from '../faults/fault.ts';
import { integer, issuesOf, issueWithin, type Path } from '../fields.ts';
import {
  entryBytes,
  entryOf,
  journalEntrySchema,
  redacted,
  type JournalEntry,
} from '../journal/journal-entry.ts';
import { jsonCopy, plainCopy } from '../json-copy.ts';
import { putSeed } from '../seed/read-seed.ts';
import { seedOf, type CompleteSeed } from '../seed/seed.ts';
import { setClock } from '../time/clock.ts';
import { toTimestamp } from '../time/instant.ts';
import { clearances } from '../world/change.ts';
import { Transaction } from '../world/transaction.ts';
import type { World } from '../world/world.ts';

/** Snapshot version that this release creates and restores. */
const snapshotVersion = 2;

/**
 * The complete state of a fake server at one moment. A snapshot is plain JSON. A snapshot can be written to a file
 * and restored by another fake server.
 */
export interface Snapshot {
  /** Version of the snapshot format. Snapshots of other versions are rejected. */
  readonly version: typeof snapshotVersion;
  /** Time of the clock, as an ISO 8601 timestamp in UTC. */
  readonly clock: string;
  /** State of the identifier generator: an unsigned 32-bit integer. */
  readonly ids: number;
  /** State of the random number generator that varies responses: an unsigned 32-bit integer. */
  readonly random: number;
  /**
   * The faults, each with the number of requests that it was applied to. Faults whose `match` contains functions or
   * regular expressions are omitted.
   */
  readonly faults: {
    readonly faults: readonly Fault[];
    /** Id of the next fault. */
    readonly next: number;
  };
  /** The received requests. */
  readonly journal: {
    readonly entries: readonly JournalEntry[];
    /** Journal entries with a problem, which stay in the journal longer than other entries. */
    readonly problems: readonly JournalEntry[];
    /** Number of the next request. */
    readonly next: number;
    /** Number of requests with a problem that were removed from the journal. */
    readonly droppedProblems: number;
  };
  /** Mock services, workspaces, activity logs and configurations, in the form of a seed. */
  readonly data: CompleteSeed;
}

export function takeSnapshot(world: World): Snapshot {
  const { ids, random, nextFault, nextRequest, droppedProblems } = world.state;
  const faults = Array.from(world.faults).filter(({ match }) => match === undefined || isPlain(match));
  return {
    version: snapshotVersion,
    clock: toTimestamp(world.now()),
    ids,
    random,
    faults: { faults: plainCopy(faults), next: nextFault },
    journal: {
      entries: Array.from(world.requests.values(), redacted),
      problems: Array.from(world.problems.values(), redacted),
      next: nextRequest,
      droppedProblems,
    },
    data: seedOf(world),
  };
}

/** Adds changes to a transaction that remove all rows except the state of the world and its seed. */
export function clearWorld(tx: Transaction): void {
  tx.changes.push(...clearances);
}

/**
 * Restores a snapshot completely. If `restoreSnapshot` throws, the world is unchanged.
 *
 * @throws {FakeServerError} (`invalid-snapshot`) if the snapshot has another version or is invalid. The error lists the problems with the
 * snapshot.
 * @throws {FakeServerError} (`storage-unsaved`) if the world cannot be stored.
 */
export function restoreSnapshot(world: World, snapshot: Snapshot): void {
  rejectOtherVersions(snapshot);
  const tx = new Transaction(world);
  clearWorld(tx);
  const issues = (Object.keys(parts) as Part[]).flatMap((part) => readPart(tx, part, snapshot));
  const overflow = issues.length === 0 && tx.overflow();
  if (overflow) issues.push(issueWithin(pathOf('data'), fullIssue(overflow)));
  if (issues.length > 0) throw invalidError('invalid-snapshot', 'The snapshot', issues);
  world.commit(tx);
}

type Part = Exclude<keyof Snapshot, 'version'>;

/** Validates and restores a part of a snapshot. */
interface PartReader<Saved> {
  /** Describes a valid part. */
  readonly expected: string;
  /** Adds the part to a transaction. Throws if the part is invalid. */
  readonly read: (tx: Transaction, saved: Saved) => void;
}

const generatorState = integer(0, 2 ** 32 - 1);

function generator(name: 'ids' | 'random'): PartReader<number> {
  return {
    expected: 'unsigned 32-bit integer',
    read: (tx, saved) => {
      tx[name].state = includedIn(generatorState, saved);
    },
  };
}

const parts: { readonly [Name in Part]: PartReader<Snapshot[Name]> } = {
  clock: { expected: 'ISO 8601 UTC timestamp', read: setClock },
  ids: /*@__PURE__*/ generator('ids'),
  random: /*@__PURE__*/ generator('random'),
  faults: {
    expected: 'faults of a snapshot',
    read: (tx, { faults, next }) => {
      tx.counters.nextFault = includedIn(integer(1), next);
      const ids = new Set<number>();
      for (const given of faults) {
        const fault = readFault(given, faultSchema);
        if (fault.id >= next || ids.has(fault.id))
          throw new RangeError(
            'The id of each fault must be unique and less than `next`, the id of the next fault.',
          );
        if (!isPlain(fault.match))
          throw new RangeError(
            'The `match` of a fault must be plain data, without functions or regular expressions.',
          );
        ids.add(fault.id);
        tx.putFault(fault);
      }
    },
  },
  journal: {
    expected: 'journal of a snapshot',
    read: (tx, { entries, problems, next, droppedProblems }) => {
      tx.counters.nextRequest = includedIn(integer(1), next);
      tx.counters.droppedProblems = includedIn(integer(0), droppedProblems);
      putEntries(tx, 'request', entries);
      tx.counters.droppedProblems += putEntries(tx, 'problem', problems);
    },
  },
  data: { expected: 'seed', read: putSeed },
};

/**
 * Adds the latest saved entries that fit into the journal. Returns the number of saved entries that do not fit into the
 * journal.
 */
function putEntries(tx: Transaction, kind: 'request' | 'problem', saved: readonly JournalEntry[]): number {
  const { maxEntries, maxBytes } = tx.world.settings.journal ?? { maxEntries: 0, maxBytes: 0 };
  let latest = 0;
  const entries = Array.from(saved, (entry) => {
    const json = jsonCopy(entry);
    if ('issue' in json || issuesOf(journalEntrySchema, json.copy).length > 0) {
      throw new RangeError('A journal entry in the snapshot is invalid.');
    }
    const { number } = json.copy;
    if (number <= latest || number >= tx.counters.nextRequest)
      throw new RangeError(
        'The numbers of the journal entries must be in ascending order and less than `next`, the number of the next entry.',
      );
    latest = number;
    return entryOf(json.copy, maxBytes);
  });
  let [dropped, bytes] = [0, entries.reduce((sum, entry) => sum + entryBytes(entry), 0)];
  for (const entry of entries) {
    if (entries.length - dropped > maxEntries || bytes > maxBytes) {
      dropped += 1;
      bytes -= entryBytes(entry);
    } else tx.putEntry(kind, entry);
  }
  return dropped;
}

function includedIn(schema: z.ZodMiniType<number>, value: number): number {
  if (check(schema, value).length === 0) return value;
  throw new RangeError('A number in the snapshot is not an integer in the allowed range.');
}

function readPart(tx: Transaction, part: Part, snapshot: Snapshot): Issue[] {
  // `parts` contains a reader for each part, under the name of the part.
  const { read, expected } = parts[part] as PartReader<unknown>;
  let received = 'a value that throws when it is read';
  try {
    const saved = snapshot[part];
    received = typeName(saved);
    read(tx, saved);
    return [];
  } catch (error) {
    if (!isFakeServerError(error, 'invalid-seed')) return [{ ...pathOf(part), expected, received }];
    return error.issues.map((issue) => issueWithin(pathOf(part), issue));
  }
}

function pathOf(part: Part): Path {
  return { path: part, pointer: `/${part}` };
}

function rejectOtherVersions(snapshot: unknown): void {
  const version: unknown =
    typeof snapshot === 'object' && snapshot !== null && 'version' in snapshot ? snapshot.version : undefined;
  if (version === snapshotVersion) return;
  const name = typeof version === 'number' ? `has version ${version}` : 'has no version';
  throw new FakeServerError(
    'invalid-snapshot',
    `The snapshot ${name}, but this release restores version ${snapshotVersion}. Take a new snapshot.`,
  );
}
