import {
  activityEntry,
  mockService,
  strictWorkspace,
  type ActivityEntry,
  type MockService,
} from '@mock-services/sdk/contract';
import { encode, type Json } from '../store/json.ts';
import { Log } from '../store/log.ts';
import { placeIn, wholeSeed } from './seed-place.ts';
import { idOf, SeedReader } from './seed-reader.ts';
import type { Seed } from './seed.ts';
import { storeMockService, storeWorkspace, type StoredWorkspace } from '../store/stored.ts';
import type { WorldData } from '../store/world.ts';

const placeOf = (part: keyof Seed) => placeIn(wholeSeed, part);
const parts = new Set<string>([
  'mockServices',
  'workspaces',
  'activity',
  'configurations',
] satisfies (keyof Seed)[]);

/**
 * Checks a seed against the contract and makes it the data of a world, which keeps none of the seed's own
 * objects.
 *
 * @throws {SeedError} that lists everything that is wrong.
 */
export function loadSeed(seed: Seed): WorldData {
  const reader = new SeedReader();
  if (!reader.isObject(wholeSeed, seed)) reader.finish();
  for (const key of Object.keys(seed).filter((key) => !parts.has(key))) {
    reader.report(placeIn(wholeSeed, key), `one of ${[...parts].join(', ')}`, 'another key');
  }
  const data = {
    mockServices: reader.rows(placeOf('mockServices'), seed.mockServices, mockService, storeMockService),
    workspaces: loadWorkspaces(reader, seed),
    activity: loadActivity(reader, seed),
  };
  reader.finish();
  return data;
}

function loadWorkspaces(reader: SeedReader, seed: Seed): Map<string, StoredWorkspace> {
  const place = placeOf('configurations');
  const own = new Map<string, Json<MockService>>();
  for (const { id, here, value } of reader.entries(place, seed.configurations, workspaceIds(seed))) {
    const json = reader.row(here, value, mockService, encode);
    if (json !== undefined) own.set(id, json);
  }
  return reader.rows(placeOf('workspaces'), seed.workspaces, strictWorkspace, (item) =>
    storeWorkspace(item, own.get(idOf(item))),
  );
}

function loadActivity(reader: SeedReader, seed: Seed): Map<string, Log> {
  const ids = workspaceIds(seed);
  const logs = new Map(Array.from(ids, (id) => [id, Log.empty]));
  for (const { id, here, value } of reader.entries(placeOf('activity'), seed.activity, ids)) {
    logs.set(id, Log.of(reader.rows(here, value, activityEntry, encode<ActivityEntry>).values()));
  }
  return logs;
}

/** The ids of all workspaces, also of those that have something wrong with them. */
function workspaceIds({ workspaces }: Seed): Set<string> {
  return new Set(Array.isArray(workspaces) ? workspaces.map(idOf) : []);
}
