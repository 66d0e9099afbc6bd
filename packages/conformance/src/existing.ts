/** Data that the service had before the run, read once for all cases. */
import {
  activityEntry,
  mockService,
  mockServiceSummary,
  workspace,
  type Schema,
} from '@mock-services/sdk/contract';
import {
  dataOf,
  listOf,
  recordOf,
  type JsonObject,
  type ServiceClient,
  type ServiceResponse,
} from './client.ts';
import { sameId } from './expect.ts';
import { Skip } from './outcome.ts';

/** A list item with an identifier that can be part of a path. */
interface ListItem {
  readonly id: string;
  readonly fields: JsonObject;
}

/** The response to a read of a list item, or of data that belongs to it. */
export interface ItemRead {
  readonly item: ListItem;
  readonly response: ServiceResponse;
}

/** A resource with its kind. */
export interface ExistingResource {
  readonly kind: 'mock service summary' | 'mock service' | 'workspace' | 'activity entry' | 'configuration';
  readonly schema: Schema;
  readonly value: unknown;
}

type ListOperation = 'listMockServices' | 'listWorkspaces';

/** How many mock services and workspaces are read one by one. */
const sampleSize = 5;

/** The items of a list. Skips if there is no list or no item. */
export async function listedItems(client: ServiceClient, operation: ListOperation) {
  const response = await client.read(operation);
  const items = listOf(response);
  if (items === undefined) throw new Skip(`there is no list: ${response.request}`);
  if (items.length === 0) throw new Skip(`the list is empty: ${response.request}`);
  return items;
}

/** The list items that have an identifier. Skips if no item has one. */
export async function identifiedItems(client: ServiceClient, operation: ListOperation) {
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

/** The configurations or activity logs of a few workspaces. Skips if all of these workspaces have expired. */
export async function readWorkspaces(
  client: ServiceClient,
  operation: 'listActivity' | 'getWorkspaceConfiguration',
): Promise<ItemRead[]> {
  // Expired workspaces come last, because their reads may fail.
  const items = (await identifiedItems(client, 'listWorkspaces')).toSorted(
    (a, b) => Number(hasExpired(a)) - Number(hasExpired(b)),
  );
  const reads = await readSample(client, 'listWorkspaces', items, (workspaceId) =>
    client.read(operation, { workspaceId }),
  );
  if (reads.length === 0) throw new Skip('the workspaces that were read have expired');
  return reads;
}

/** All entries in the logs of a few workspaces. Skips if the logs are empty. */
export async function existingEntries(client: ServiceClient): Promise<unknown[]> {
  const reads = await readWorkspaces(client, 'listActivity');
  const entries = reads.flatMap(({ response }) => listOf(response) ?? []);
  if (entries.length === 0) throw new Skip('the workspaces that were read have no activity');
  return entries;
}

/** Every resource that can be read. Skips if none can be read. */
export async function existingResources(client: ServiceClient): Promise<ExistingResource[]> {
  const dataOfEach = (reads: readonly ItemRead[]) =>
    reads.map(({ response }) => dataOf(response)).filter((data) => data !== undefined);
  const sources = [
    ['mock service summary', mockServiceSummary, () => listedItems(client, 'listMockServices')],
    ['mock service', mockService, () => readMockServices(client).then(dataOfEach)],
    ['workspace', workspace, () => listedItems(client, 'listWorkspaces')],
    [
      'configuration',
      mockService,
      () => readWorkspaces(client, 'getWorkspaceConfiguration').then(dataOfEach),
    ],
    ['activity entry', activityEntry, () => existingEntries(client)],
  ] as const;
  const resources: ExistingResource[] = [];
  for (const [kind, schema, read] of sources) {
    // The case about this read reports why it fails.
    const values = await read().catch(() => []);
    for (const value of values) resources.push({ kind, schema, value });
  }
  if (resources.length === 0) throw new Skip('no resource can be read');
  return resources;
}

/** The `config` of every mock service and workspace. Skips if none can be read. */
export async function existingConfigs(client: ServiceClient): Promise<JsonObject[]> {
  const configs = (await existingResources(client))
    .map(({ value }) => recordOf(recordOf(value)?.['config']))
    .filter((config) => config !== undefined);
  if (configs.length === 0) throw new Skip('no config can be read');
  return configs;
}

/** The items that have an identifier. An empty string and dot segments cannot be part of a path. */
export function withIdentifiers(items: readonly unknown[]): ListItem[] {
  return items.flatMap((value) => {
    const fields = recordOf(value);
    const id = fields?.['id'];
    return fields && typeof id === 'string' && !/^\.{0,2}$/.test(id) ? [{ id, fields }] : [];
  });
}

/** Reads a few items, one after the other, and leaves out items that may be gone. */
async function readSample(
  client: ServiceClient,
  list: ListOperation,
  items: readonly ListItem[],
  read: (id: string) => Promise<ServiceResponse>,
): Promise<ItemRead[]> {
  const reads: ItemRead[] = [];
  for (const item of items.slice(0, sampleSize)) {
    const response = await read(item.id);
    const isGone =
      (response.status >= 400 && hasExpired(item)) || (await wasDeleted(client, list, item, response));
    if (!isGone) reads.push({ item, response });
  }
  return reads;
}

/** Whether a workspace has expired by this machine's clock. */
export function hasExpired({ fields: { expiresAt } }: ListItem): boolean {
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= Date.now();
}

/** Whether another client deleted the item between the list and the read. */
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
