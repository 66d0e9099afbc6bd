import type { MockService, Workspace } from '@mock-services/sdk/contract';
import { toMilliseconds, toTimestamp } from '../time/instant.ts';
import type { ActivityStore } from './activity.ts';
import { decode, encode } from './json.ts';
import { emptyConfiguration, workspaceBytes, workspaceRow, type WorkspaceRow } from './rows.ts';
import { Table, type ReadonlyTable, type Rows } from './table.ts';
import { asIs, IdTakenError, type Validate, type Writer } from './writer.ts';

export interface ConfiguredWorkspace {
  readonly workspace: Workspace;
  readonly configuration: MockService;
}

/** Fields of a workspace and of its configuration. */
interface WorkspaceFields {
  readonly workspace: Partial<Workspace>;
  readonly configuration?: Partial<MockService> | undefined;
}

const week = 7 * 86_400_000;

/** Workspaces and their configurations. The log of a workspace comes and goes with it. */
export class WorkspaceStore {
  readonly #writer: Writer;
  readonly #activity: ActivityStore;
  readonly #table: Table<WorkspaceRow>;

  constructor(writer: Writer, rows: Rows<WorkspaceRow>, activity: ActivityStore) {
    this.#writer = writer;
    this.#activity = activity;
    this.#table = new Table(writer.meter, workspaceBytes, rows);
  }

  get rows(): ReadonlyTable<WorkspaceRow> {
    return this.#table;
  }

  /**
   * Adds a workspace with an empty log. Unless it says otherwise, it expires a week after its creation.
   *
   * @throws {IdTakenError} when it has an id that is taken.
   */
  add(
    { workspace: fields, configuration }: WorkspaceFields,
    validate: Validate<ConfiguredWorkspace> = asIs,
  ): WorkspaceRow {
    const { ids, clock } = this.#writer;
    return this.#writer.atomically(() => {
      const { id = ids.uuid((taken) => this.#table.has(taken)) } = fields;
      const now = clock.stamp();
      const { createdAt = now, expiresAt = weekAfter(createdAt) } = fields;
      const workspace = { id, name: 'Workspace', createdAt, expiresAt, ...fields };
      const whole = { workspace, configuration: { ...emptyConfiguration(workspace), ...configuration } };
      const valid = validate(whole);
      if (this.#table.has(valid.workspace.id)) throw new IdTakenError();
      const row = rowOf(valid);
      this.#writer.write(() => this.#activity.begin(row.id));
      return this.#put(row);
    });
  }

  /**
   * Changes fields of a workspace where it stands in the list, and of its configuration, whose `updatedAt` follows.
   * `undefined` when there is none with this id.
   */
  update(
    id: string,
    { workspace: fields, configuration: changes }: WorkspaceFields,
    validate: Validate<ConfiguredWorkspace> = asIs,
  ): WorkspaceRow | undefined {
    const before = this.#table.get(id);
    if (!before) return undefined;
    return this.#writer.atomically(() => {
      const workspace = { ...decode(before.json), ...fields, id: before.id };
      const configuration = decode(before.configuration);
      const updatedAt = this.#writer.stampUpdate(before.configuration);
      if (changes) Object.assign(configuration, { updatedAt }, changes);
      return this.#put(rowOf(validate({ workspace, configuration })));
    });
  }

  /** Returns whether there was one. */
  remove(id: string): boolean {
    if (!this.#table.has(id)) return false;
    this.#writer.clock.stamp();
    this.#writer.write(() => {
      this.#table.delete(id);
      this.#activity.end(id);
      this.#writer.notify?.({ kind: 'workspace', id: id.toLowerCase(), row: undefined });
    });
    return true;
  }

  load(rows: Rows<WorkspaceRow>): void {
    this.#table.load(rows);
  }

  #put(row: WorkspaceRow): WorkspaceRow {
    this.#writer.write(
      () => {
        this.#table.set(row.id, row);
        this.#writer.notify?.({ kind: 'workspace', id: row.id.toLowerCase(), row });
      },
      this.#table.growth(row.id, row),
    );
    return row;
  }
}

function rowOf({ workspace, configuration }: ConfiguredWorkspace): WorkspaceRow {
  return workspaceRow(workspace, encode(configuration));
}

/** A time that cannot be read is left for the validation to report. */
function weekAfter(timestamp: string): string {
  try {
    return toTimestamp(toMilliseconds(timestamp) + week);
  } catch {
    return timestamp;
  }
}
