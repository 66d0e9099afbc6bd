/** Validates a seed, fills in omitted fields, and adds the data to a transaction. */
import { pointerTo, typeName, type Issue, type Workspace } from '@mock-services/sdk/contract';
import { isFakeServerError, invalidError } from '../errors.ts';
import { draftEntry } from '../fixtures/activity.ts';
import { copied, type Given } from '../fixtures/complete.ts';
import { issueWithin, type Path } from '../fields.ts';
import { entryDraft, type Exchange } from '../fixtures/exchange.ts';
import { warnOfMisspelled } from '../fixtures/misspelled.ts';
import { draftMockService, type MockServiceDraft } from '../fixtures/mock-services.ts';
import { draftConfiguration, draftWorkspace, type WorkspaceDraft } from '../fixtures/workspaces.ts';
import { truncated } from '../words.ts';
import { encode } from '../world/json.ts';
import { putMockService, putWorkspace } from '../world/resources.ts';
import type { Transaction } from '../world/transaction.ts';
import type { CompleteSeed, Seed } from './seed.ts';

/**
 * Adds the data of a seed to a transaction that has cleared the world. Adding a seed does not advance the clock.
 *
 * @throws {FakeServerError} (`invalid-seed`) if the seed is invalid. The error lists the problems with the seed.
 */
export function putSeed(tx: Transaction, seed: Seed): void {
  const reader = new SeedReader(tx);
  tx.ticks = false;
  reader.read(seed);
  tx.ticks = true;
  if (reader.issues.length > 0) throw invalidError('invalid-seed', 'The seed', reader.issues);
}

/** Maximum length of a key in the path of an issue, in characters. A longer key is shortened. */
const maxShownKey = 200;

const whole: Path = { path: '', pointer: '' };

const parts = {
  mockServices: at(whole, 'mockServices'),
  workspaces: at(whole, 'workspaces'),
  activity: at(whole, 'activity'),
  configurations: at(whole, 'configurations'),
} satisfies Record<keyof CompleteSeed, Path>;

/**
 * Function name in every fixture error about a seed. The function name is never shown, because the error
 * about the seed contains only the issues of each fixture error.
 */
const call = 'seed';

/** Functions that read the items of a list. */
interface ItemReader<Item, Fields> {
  /** Copies the fields of an item. */
  readonly copy: (item: Item) => Fields;
  /** Adds an item to the transaction. @param isTaken - Returns whether another item in the list has the given id. */
  readonly put: (fields: Fields, isTaken: (id: string) => boolean) => void;
}

/** Collects all problems with a seed for a single error. */
class SeedReader {
  readonly issues: Issue[] = [];
  readonly #tx: Transaction;

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  read(seed: Seed): void {
    if (!this.#isA('object', whole, seed)) return;
    const expected = `one of ${Object.keys(parts).join(', ')}`;
    for (const key of Object.keys(seed)) {
      if (key !== '$schema' && !Object.hasOwn(parts, key))
        this.#report(at(whole, key), expected, 'an unknown key');
    }
    this.#readMockServices(seed);
    this.#readActivity(seed, this.#readWorkspaces(seed));
  }

  #readMockServices({ mockServices }: Seed): void {
    this.#readList(parts.mockServices, mockServices, {
      copy: (item: MockServiceDraft) => this.#copied('mockService', item),
      put: (fields, isTaken) => putMockService(this.#tx, draftMockService(this.#tx, call, fields, isTaken)),
    });
  }

  /** Returns the ids of the workspaces, in lower case. */
  #readWorkspaces({ workspaces, configurations }: Seed): ReadonlySet<string> {
    const configured = this.#readMap(parts.configurations, configurations);
    const ids = this.#readList(parts.workspaces, workspaces, {
      copy: (item: WorkspaceDraft) => this.#copied('seededWorkspace', item),
      put: (fields, isTaken) => {
        const drafted = draftWorkspace(this.#tx, call, fields, isTaken);
        const own = configured.get(drafted.workspace.id.toLowerCase());
        const configuration = own && this.#readConfiguration(own, drafted.workspace);
        putWorkspace(this.#tx, { ...drafted, ...(configuration && { configuration }) });
      },
    });
    this.#rejectOtherKeys(configured, ids);
    return ids;
  }

  #readConfiguration({ path, value }: KeyedItem<MockServiceDraft>, workspace: Workspace) {
    return this.#attempt(path, () => draftConfiguration(call, workspace, this.#copied('mockService', value)));
  }

  #readActivity({ activity }: Seed, workspaceIds: ReadonlySet<string>): void {
    const logs = this.#readMap(parts.activity, activity);
    this.#rejectOtherKeys(logs, workspaceIds);
    for (const [workspaceId, { path, value }] of logs) {
      this.#readList(path, value, {
        copy: (item: Exchange) => {
          warnOfMisspelled(this.#tx.world, 'exchange', item);
          return copied(call, entryDraft(call, item));
        },
        put: (fields, isTaken) => {
          const entry = draftEntry(this.#tx, call, fields, isTaken);
          this.#tx.put('entry', entry.id, encode(entry), workspaceId);
        },
      });
    }
  }

  #copied<Item>(kind: 'mockService' | 'seededWorkspace', item: Item): Given<Item> {
    const fields = copied(call, item);
    warnOfMisspelled(this.#tx.world, kind, fields);
    return fields;
  }

  /** Reads a list of items. Returns the ids of the items in lower case. */
  #readList<Item, Fields extends { readonly id?: unknown }>(
    path: Path,
    items: readonly Item[] | undefined,
    { copy, put }: ItemReader<Item, Fields>,
  ): ReadonlySet<string> {
    const paths = new Map<string, Path>();
    if (items === undefined || !this.#isA('array', path, items)) return new Set();
    // Read all given ids first, so that a generated id cannot equal a given id.
    const given = Array.from(items, (item, index) => {
      const here = at(path, index);
      const fields = this.#attempt(here, () => copy(item));
      const id = typeof fields?.id === 'string' ? fields.id.toLowerCase() : undefined;
      const twin = id === undefined ? undefined : paths.get(id);
      if (twin) this.#report(fieldOf(here, 'id'), 'a unique id', `the id of ${twin.path}`);
      if (id !== undefined) paths.set(id, here);
      return { here, fields };
    });
    const isTaken = (id: string): boolean => paths.has(id);
    for (const { here, fields } of given) {
      if (fields !== undefined) this.#attempt(here, () => put(fields, isTaken));
    }
    return new Set(paths.keys());
  }

  /** Reads an object whose keys are workspace ids. Returns the values of the object, keyed by lower-case id. */
  #readMap<Value>(
    path: Path,
    items: Readonly<Record<string, Value>> | undefined,
  ): Map<string, KeyedItem<Value>> {
    const read = new Map<string, KeyedItem<Value>>();
    if (items === undefined || !this.#isA('object', path, items)) return read;
    for (const [key, value] of Object.entries(items)) {
      const here = at(path, key);
      const id = key.toLowerCase();
      if (read.has(id))
        this.#report(here, 'a unique id', 'an id that differs from another only in letter case');
      else read.set(id, { path: here, value });
    }
    return read;
  }

  #rejectOtherKeys(items: ReadonlyMap<string, KeyedItem<unknown>>, ids: ReadonlySet<string>): void {
    for (const [id, { path }] of items) {
      if (!ids.has(id)) this.#report(path, 'the id of a workspace in the seed', 'an unknown key');
    }
  }

  /**
   * Calls `act`. If `act` throws a fixture error, collects the issues of the error and prefixes each issue with
   * `path`.
   */
  #attempt<Result>(path: Path, act: () => Result): Result | undefined {
    try {
      return act();
    } catch (error) {
      if (!isFakeServerError(error, 'invalid-fixture')) throw error;
      for (const issue of error.issues) this.issues.push(issueWithin(path, issue));
      return undefined;
    }
  }

  #isA(type: 'object' | 'array', path: Path, value: unknown): boolean {
    if (typeName(value) === type) return true;
    this.#report(path, type, typeName(value));
    return false;
  }

  #report(path: Path, expected: string, received: string): void {
    this.issues.push({ ...path, expected, received });
  }
}

/** An entry of an object whose keys are workspace ids. */
interface KeyedItem<Value> {
  readonly path: Path;
  readonly value: Value;
}

/** Returns the path of the value with the given key. */
function at({ path, pointer }: Path, key: string | number): Path {
  const shown = typeof key === 'string' ? truncated(key, maxShownKey) : key;
  return {
    path: path === '' ? String(shown) : `${path}[${JSON.stringify(shown)}]`,
    pointer: pointerTo(pointer, shown),
  };
}

/** Returns the path of a field. */
function fieldOf({ path, pointer }: Path, field: string): Path {
  return { path: `${path}.${field}`, pointer: `${pointer}/${field}` };
}
