/** A fake server's whole world as one plain value, and back. */
import { typeName, type Issue } from '@mock-services/sdk/contract';
import type { JournalState } from '../journal/recorder.ts';
import { problemsIn, SeedError, SnapshotError } from '../errors.ts';
import type { SavedFaults } from '../faults/saved-faults.ts';
import { issueAt, pathIn, wholePath } from '../seed/issue-path.ts';
import type { CompleteSeed } from '../seed/seed.ts';

/** The version of the snapshots that this release takes and restores. */
const snapshotVersion = 1;

/**
 * A fake server's whole world at one moment. Plain JSON: it can be written to a file and restored by another
 * fake server.
 */
export interface Snapshot {
  /** The form of the snapshot. Another version is rejected. */
  readonly version: typeof snapshotVersion;
  /** The time: ISO 8601 UTC text. */
  readonly clock: string;
  /** State of the generator of identifiers: a whole number of 32 bits. */
  readonly ids: number;
  /** State of the generator that variation follows from: a whole number of 32 bits. */
  readonly chance: number;
  /** The faults and what became of them. */
  readonly faults: SavedFaults;
  /** What was received. */
  readonly journal: JournalState;
  /** Mock services, workspaces, activity logs and configurations; of the same form as a seed. */
  readonly data: CompleteSeed;
}

/** How a feature saves its state, and takes it back. */
export interface Feature<Saved> {
  /** What a saved state has to be, in words. */
  readonly expected: string;
  readonly save: () => Saved;
  /** Checks a saved state, and throws unless it is valid. Returns what restores it, which cannot fail. */
  readonly read: (saved: Saved) => () => void;
  /** Goes back to the beginning. */
  readonly reset: () => void;
}

/** Every part of a snapshot, in the order in which it is written. */
export type Features = { readonly [Part in keyof Omit<Snapshot, 'version'>]: Feature<Snapshot[Part]> };

export function takeSnapshot({ clock, ids, chance, faults, journal, data }: Features): Snapshot {
  return {
    version: snapshotVersion,
    clock: clock.save(),
    ids: ids.save(),
    chance: chance.save(),
    faults: faults.save(),
    journal: journal.save(),
    data: data.save(),
  };
}

/**
 * Restores all parts of a snapshot, or none.
 *
 * @throws {SnapshotError} when it has another version, or parts that are not valid: all of them are listed.
 */
export function restoreSnapshot(features: Features, snapshot: Snapshot): void {
  rejectOtherVersions(snapshot);
  restoreParts(features, snapshot, Object.keys(features) as (keyof Features)[]);
}

/**
 * Restores some parts of a snapshot, or none.
 *
 * @throws {SnapshotError} when any of them is not valid: all problems are listed.
 */
export function restoreParts(
  features: Features,
  snapshot: Partial<Snapshot>,
  parts: readonly (keyof Features)[],
): void {
  const read = parts.map((part) => readPart(part, features[part], snapshot));
  const issues = read.flatMap((part) => part.issues);
  if (issues.length > 0) throw new SnapshotError(`The snapshot has ${problemsIn(issues)}:`, issues);
  for (const { restore } of read) restore();
}

/** A part that was read: what restores it, or what is wrong with it. */
interface ReadPart {
  readonly restore: () => void;
  readonly issues: readonly Issue[];
}

function readPart<Part extends keyof Features>(
  part: Part,
  { read, expected }: Features[Part],
  snapshot: Partial<Snapshot>,
): ReadPart {
  let received = 'one that throws when it is read';
  try {
    const saved = snapshot[part];
    received = typeName(saved);
    // What is missing is not valid either.
    return { restore: read(saved as Snapshot[Part]), issues: [] };
  } catch (error) {
    return { restore: () => {}, issues: issuesOf(part, expected, received, error) };
  }
}

export function resetAll(features: Features): void {
  for (const { reset } of Object.values(features)) reset();
}

function issuesOf(part: string, expected: string, received: string, error: unknown): Issue[] {
  const path = pathIn(wholePath, part);
  if (error instanceof SeedError) return error.issues.map((issue) => issueAt(path, issue));
  return [{ ...path, expected, received }];
}

function rejectOtherVersions(snapshot: unknown): void {
  const version: unknown =
    typeof snapshot === 'object' && snapshot !== null && 'version' in snapshot ? snapshot.version : undefined;
  if (version === snapshotVersion) return;
  const name = typeof version === 'number' ? `has version ${version}` : 'has no version';
  throw new SnapshotError(`The snapshot ${name}; this release restores version ${snapshotVersion}.`, []);
}
