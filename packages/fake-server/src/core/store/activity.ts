import type { ActivityEntry, ActivityMetadata } from '@mock-services/sdk/contract';
import type { StoreData } from './change.ts';
import { encode } from './json.ts';
import { activityBytes, type ActivityRow } from './rows.ts';
import { rowsOf, Table, type ReadonlyTable, type Rows } from './table.ts';
import { asIs, IdTakenError, type Optional, type Validate, type Writer } from './writer.ts';

/** What may be left out of an entry is filled in by the store. */
export type EntryDraft = Omit<ActivityEntry, 'id' | 'timestamp' | 'metadata'> &
  Optional<Pick<ActivityEntry, 'id' | 'timestamp'>> & { readonly metadata: Optional<ActivityMetadata> };

/** The activity logs: every workspace has one, which comes and goes with it. */
export class ActivityStore {
  readonly #writer: Writer;
  readonly #maxEntries: number;
  /** Never written. */
  #loaded: StoreData['activity']['byId'];
  /** Logs used since then, by workspace id in lower case; `undefined` where one is gone. Made by the first use. */
  #used: Map<string, Table<ActivityRow> | undefined> | undefined;

  /** @param maxEntries - How many entries a log has at most. */
  constructor(writer: Writer, logs: StoreData['activity'], maxEntries: number) {
    this.#writer = writer;
    this.#loaded = logs.byId;
    this.#maxEntries = maxEntries;
  }

  /** The log of a workspace, oldest entry first. `undefined` when there is no such workspace. */
  rows(workspaceId: string): ReadonlyTable<ActivityRow> | undefined {
    return this.#log(workspaceId);
  }

  /** Records one exchange, as `recordAll` does. */
  record(
    workspaceId: string,
    draft: EntryDraft,
    validate?: Validate<ActivityEntry>,
  ): ActivityRow | undefined {
    return this.recordAll(workspaceId, [draft], validate)?.[0];
  }

  /**
   * Adds entries at the end of a log, all or none; the oldest go when there are too many. Returns what was added;
   * `undefined` when there is no such workspace.
   *
   * @throws {IdTakenError} when a draft has the id of another entry of the log.
   */
  recordAll(
    workspaceId: string,
    drafts: readonly EntryDraft[],
    validate: Validate<ActivityEntry> = asIs,
  ): ActivityRow[] | undefined {
    const log = this.#log(workspaceId);
    if (!log) return undefined;
    return this.#writer.atomically(() => {
      const rows = new Map<string, ActivityRow>();
      const isTaken = (id: string): boolean => log.has(id) || rows.has(id.toLowerCase());
      for (const draft of drafts) {
        const entry = validate(this.#complete(draft, isTaken));
        if (isTaken(entry.id)) throw new IdTakenError();
        rows.set(entry.id.toLowerCase(), encode(entry));
      }
      this.#writer.write(() => {
        for (const [id, row] of rows) this.#append(workspaceId.toLowerCase(), log, id, row);
      }, rowsOf(rows, activityBytes).bytes);
      return [...rows.values()];
    });
  }

  /** Removes one entry. Returns whether there was one; `undefined` when there is no such workspace. */
  remove(workspaceId: string, entryId: string): boolean | undefined {
    const log = this.#log(workspaceId);
    if (!log) return undefined;
    if (!log.has(entryId)) return false;
    this.#writer.clock.stamp();
    const [workspace, id] = [workspaceId.toLowerCase(), entryId.toLowerCase()];
    this.#writer.write(() => {
      log.delete(id);
      this.#writer.notify?.({ kind: 'entry', workspaceId: workspace, id, row: undefined });
    });
    return true;
  }

  /** Empties a log. Returns whether there is such a workspace. */
  clear(workspaceId: string): boolean {
    if (!this.#log(workspaceId)) return false;
    this.#writer.clock.stamp();
    this.#writer.write(() => {
      this.begin(workspaceId);
      this.#writer.notify?.({ kind: 'log', workspaceId: workspaceId.toLowerCase() });
    });
    return true;
  }

  /** Gives a workspace an empty log. */
  begin(workspaceId: string): void {
    this.end(workspaceId);
    this.#use(workspaceId.toLowerCase(), this.#table({ byId: new Map(), bytes: 0 }));
  }

  /** Drops the log of a workspace that is gone. */
  end(workspaceId: string): void {
    this.#writer.meter.used -= this.#log(workspaceId)?.bytes ?? 0;
    this.#use(workspaceId.toLowerCase(), undefined);
  }

  load(logs: StoreData['activity']): void {
    this.#loaded = logs.byId;
    this.#used = undefined;
  }

  #log(workspaceId: string): Table<ActivityRow> | undefined {
    const key = workspaceId.toLowerCase();
    const rows = this.#loaded.get(key);
    if (rows && !this.#used?.has(key)) this.#use(key, this.#table(rows));
    return this.#used?.get(key);
  }

  #use(key: string, log: Table<ActivityRow> | undefined): void {
    (this.#used ??= new Map()).set(key, log);
  }

  #table(rows: Rows<ActivityRow>): Table<ActivityRow> {
    return new Table(this.#writer.meter, activityBytes, rows);
  }

  #complete(draft: EntryDraft, isTaken: (id: string) => boolean): ActivityEntry {
    const { ids, clock } = this.#writer;
    const now = clock.stamp();
    const { id = ids.uuid(isTaken), request, response, metadata, timestamp = now, ...others } = draft;
    const scenarioId = metadata.scenarioId ?? ids.uuid();
    return { id, request, response, metadata: { ...metadata, scenarioId }, timestamp, ...others };
  }

  #append(workspaceId: string, log: Table<ActivityRow>, id: string, row: ActivityRow): void {
    log.set(id, row);
    this.#writer.notify?.({ kind: 'entry', workspaceId, id, row });
    while (log.size > this.#maxEntries) {
      const oldest = log.shift();
      this.#writer.notify?.({ kind: 'entry', workspaceId, id: oldest, row: undefined });
    }
  }
}
