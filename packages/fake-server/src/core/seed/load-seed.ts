import {
  activityEntry,
  mockService,
  strictWorkspace,
  type ActivityEntry,
  type MockService,
} from '@mock-services/sdk/contract';
import { fullIssue, SeedError } from '../errors.ts';
import { jsonCopy } from '../json-copy.ts';
import { bytesIn, type StoreData } from '../store/change.ts';
import { decode, encode, type Json } from '../store/json.ts';
import {
  activityBytes,
  mockServiceBytes,
  mockServiceRow,
  workspaceBytes,
  workspaceRow,
  type ActivityRow,
  type WorkspaceRow,
} from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { rowsOf, type Rows } from '../store/table.ts';
import { pathIn, wholePath } from './issue-path.ts';
import { idOf, SeedReader } from './seed-reader.ts';
import type { CompleteSeed, Seed } from './seed.ts';

const pathOf = (part: keyof Seed) => pathIn(wholePath, part);
const parts = new Set<string>([
  'mockServices',
  'workspaces',
  'activity',
  'configurations',
] satisfies (keyof Seed)[]);

/**
 * Checks a seed against the contract and converts it to rows, which hold none of the seed's own objects.
 *
 * @throws {SeedError} that lists everything that is wrong.
 */
export function loadSeed(seed: Seed): StoreData {
  const reader = new SeedReader();
  if (!reader.isObject(wholePath, seed)) reader.finish();
  for (const key of Object.keys(seed).filter((key) => !parts.has(key))) {
    reader.report(pathIn(wholePath, key), `one of ${[...parts].join(', ')}`, 'another key');
  }
  const data = {
    mockServices: rowsOf(
      reader.rows(pathOf('mockServices'), seed.mockServices, mockService, mockServiceRow),
      mockServiceBytes,
    ),
    workspaces: rowsOf(loadWorkspaces(reader, seed), workspaceBytes),
    activity: loadActivity(reader, seed),
  };
  reader.finish();
  return data;
}

function loadWorkspaces(reader: SeedReader, seed: Seed): Map<string, WorkspaceRow> {
  const path = pathOf('configurations');
  const own = new Map<string, Json<MockService>>();
  for (const { id, here, value } of reader.entries(path, seed.configurations, workspaceIds(seed))) {
    const json = reader.row(here, value, mockService, encode);
    if (json !== undefined) own.set(id, json);
  }
  return reader.rows(pathOf('workspaces'), seed.workspaces, strictWorkspace, (item) =>
    workspaceRow(item, own.get(idOf(item))),
  );
}

function loadActivity(reader: SeedReader, seed: Seed): StoreData['activity'] {
  const ids = workspaceIds(seed);
  const empty: Rows<ActivityRow> = { byId: new Map(), bytes: 0 };
  const logs = new Map(Array.from(ids, (id) => [id, empty]));
  for (const { id, here, value } of reader.entries(pathOf('activity'), seed.activity, ids)) {
    const log = reader.rows(here, value, activityEntry, encode<ActivityEntry>);
    logs.set(id, rowsOf(log, activityBytes));
  }
  return rowsOf(logs, ({ bytes }) => bytes);
}

/** The ids of all workspaces, invalid ones included. */
function workspaceIds({ workspaces }: Seed): Set<string> {
  if (!Array.isArray(workspaces)) return new Set();
  return new Set(
    workspaces.map((workspace) => {
      const json = jsonCopy(workspace);
      return idOf('copy' in json ? json.copy : undefined);
    }),
  );
}

/** @throws {SeedError} when rows have more bytes than `maxWorldBytes`. */
export function fitting(data: StoreData, maxWorldBytes: number): StoreData {
  const bytes = bytesIn(data);
  if (bytes > maxWorldBytes) throw new SeedError([fullIssue({ maxBytes: maxWorldBytes, bytes })]);
  return data;
}

/** The present data of a store, as a seed that makes it again. */
export function saveSeed({ mockServices, workspaces, activity }: Store): CompleteSeed {
  const all = Array.from(workspaces.rows.values(), ({ id, json, configuration }) => ({
    id,
    workspace: decode(json),
    configuration: decode(configuration),
    log: Array.from(activity.rows(id)?.values() ?? [], decode),
  }));
  return {
    mockServices: Array.from(mockServices.rows.values(), ({ full }) => decode(full)),
    workspaces: all.map(({ workspace }) => workspace),
    activity: Object.fromEntries(all.map(({ id, log }) => [id, log])),
    configurations: Object.fromEntries(all.map(({ id, configuration }) => [id, configuration])),
  };
}
