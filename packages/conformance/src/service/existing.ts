/** What the service had before the run. Read once, for all cases. */
import {
  activityEntry,
  mockService,
  mockServiceSummary,
  workspace,
  type Schema,
} from '@mock-services/sdk/contract';
import { sameId } from '../expect.ts';
import { Skip } from '../outcome.ts';
import type { ServiceClient } from './client.ts';
import { dataOf, listOf, recordOf, type JsonObject, type ServiceResponse } from './http.ts';

/** An item of a list, with an identifier that can be put into a path. */
export interface ListItem {
  readonly id: string;
  readonly fields: JsonObject;
}

/** A read of an item of a list, or of something that belongs to it. */
export interface ItemRead {
  readonly item: ListItem;
  readonly response: ServiceResponse;
}

/** A resource with what it is. */
export interface ExistingResource {
  readonly kind: 'mock service summary' | 'mock service' | 'workspace' | 'activity entry' | 'configuration';
  readonly schema: Schema;
  readonly value: unknown;
}

type ListOperation = 'listMockServices' | 'listWorkspaces';

/** How many mock services and workspaces are read one by one. */
const sampleSize = 5;

/** The items of a list. Skips when there is no list, or nothing in it. */
export async function listedItems(
  client: ServiceClient,
  operation: ListOperation,
): Promise<readonly unknown[]> {
  const response = await client.read(operation);
  const items = listOf(response);
  if (items === undefined) throw new Skip(`there is no list: ${response.request}`);
  if (items.length === 0) throw new Skip(`the list is empty: ${response.request}`);
  return items;
}

/** The items of a list that have an identifier. Skips when there are none. */
export async function identifiedItems(client: ServiceClient, operation: ListOperation): Promise<ListItem[]> {
  const items = withIdentifiers(await listedItems(client, operation));
  if (items.length === 0) throw new Skip('no item of the list has an identifier');
  return items;
}

/** The first few mock services of the list, read one by one. */
export async function readMockServices(client: ServiceClient): Promise<ItemRead[]> {
  const items = await identifiedItems(client, 'listMockServices');
  return readSample(client, 'listMockServices', items, (mockServiceId) =>
    client.read('getMockService', { mockServiceId }),
  );
}

/** The configurations or activity logs of a few workspaces. Skips when all of them have expired. */
export async function readWorkspaces(
  client: ServiceClient,
  operation: 'listActivity' | 'getWorkspaceConfiguration',
): Promise<ItemRead[]> {
  // Unexpired ones first: what happens to the others is open.
  const items = (await identifiedItems(client, 'listWorkspaces')).toSorted(
    (a, b) => Number(hasExpired(a)) - Number(hasExpired(b)),
  );
  const reads = await readSample(client, 'listWorkspaces', items, (workspaceId) =>
    client.read(operation, { workspaceId }),
  );
  if (reads.length === 0) throw new Skip('the workspaces that were read have expired');
  return reads;
}

/** All entries of the logs of a few workspaces. Skips when there are none. */
export async function existingEntries(client: ServiceClient): Promise<unknown[]> {
  const entries = (await readWorkspaces(client, 'listActivity')).flatMap(
    ({ response }) => listOf(response) ?? [],
  );
  if (entries.length === 0) throw new Skip('the workspaces that were read have no activity');
  return entries;
}

/** Every resource that can be read. Skips when there is none. */
export async function existingResources(client: ServiceClient): Promise<ExistingResource[]> {
  const resources = [
    ...(await ofKind('mock service summary', mockServiceSummary, listedItems(client, 'listMockServices'))),
    ...(await ofKind('mock service', mockService, readMockServices(client).then(dataOfEach))),
    ...(await ofKind('workspace', workspace, listedItems(client, 'listWorkspaces'))),
    ...(await ofKind(
      'configuration',
      mockService,
      readWorkspaces(client, 'getWorkspaceConfiguration').then(dataOfEach),
    )),
    ...(await ofKind('activity entry', activityEntry, existingEntries(client))),
  ];
  if (resources.length === 0) throw new Skip('no resource can be read');
  return resources;
}

async function ofKind(
  kind: ExistingResource['kind'],
  schema: Schema,
  values: Promise<readonly unknown[]>,
): Promise<ExistingResource[]> {
  try {
    return (await values).map((value) => ({ kind, schema, value }));
  } catch {
    // The case of that read reports why it failed.
    return [];
  }
}

function dataOfEach(reads: readonly ItemRead[]): unknown[] {
  return reads.map(({ response }) => dataOf(response)).filter((data) => data !== undefined);
}

/** The configs of all mock services and workspaces. Skips when there are none. */
export async function existingConfigs(client: ServiceClient): Promise<JsonObject[]> {
  const configs = (await existingResources(client))
    .map(({ value }) => recordOf(recordOf(value)?.['config']))
    .filter((config) => config !== undefined);
  if (configs.length === 0) throw new Skip('no config can be read');
  return configs;
}

/** The items that have an identifier. Empty text and dot segments cannot be put into a path. */
export function withIdentifiers(items: readonly unknown[]): ListItem[] {
  return items.flatMap((value) => {
    const fields = recordOf(value);
    const id = fields?.['id'];
    return fields && typeof id === 'string' && !/^\.{0,2}$/.test(id) ? [{ id, fields }] : [];
  });
}

/** Reads a few items, one after the other. Leaves out those that need not exist any more. */
async function readSample(
  client: ServiceClient,
  list: ListOperation,
  items: readonly ListItem[],
  read: (id: string) => Promise<ServiceResponse>,
): Promise<ItemRead[]> {
  const reads: ItemRead[] = [];
  for (const item of items.slice(0, sampleSize)) {
    const response = await read(item.id);
    const isMissing =
      (response.status >= 400 && hasExpired(item)) || (await wasDeleted(client, list, item, response));
    if (!isMissing) reads.push({ item, response });
  }
  return reads;
}

/** Whether a workspace has expired by this machine's clock. */
export function hasExpired({ fields: { expiresAt } }: ListItem): boolean {
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= Date.now();
}

/** Whether somebody else deleted the item between the list and the read. */
async function wasDeleted(
  client: ServiceClient,
  list: ListOperation,
  { id }: ListItem,
  { status }: ServiceResponse,
): Promise<boolean> {
  if (status !== 404 && status !== 410) return false;
  const items = listOf(await client.once(`${list} again`, () => client.send(list)));
  return items !== undefined && !withIdentifiers(items).some((item) => sameId(item.id, id));
}
