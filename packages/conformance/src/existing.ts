/** Most functions of this module throw a `Skip` if the service has no data. */
import {
  activityEntry,
  mockService,
  mockServiceSummary,
  workspace,
  type Schema,
} from '@mock-services/sdk/contract';
import type { ServiceClient } from './client.ts';
import { sameId } from './expect.ts';
import { Refused, Skip } from './outcome.ts';
import { isGone, dataOf, listOf, recordOf, type JsonObject, type ServiceResponse } from './response.ts';

interface ListItem {
  readonly id: string;
  readonly fields: JsonObject;
}

export interface ItemRead {
  readonly item: ListItem;
  readonly response: ServiceResponse;
}

export interface ExistingResource {
  readonly kind: string;
  readonly schema: Schema & { readonly shape: Readonly<Record<string, unknown>> };
  readonly value: unknown;
}

export type ListOperation = 'listMockServices' | 'listWorkspaces';

const sampleSize = 5;

/** Omits unreadable lists, because other cases report the error. */
export async function readableLists(client: ServiceClient): Promise<ServiceResponse[]> {
  const responses: ServiceResponse[] = [];
  for (const operation of ['listMockServices', 'listWorkspaces'] as const) {
    const response = await client.read(operation).catch(() => undefined);
    if (response && listOf(response)) responses.push(response);
  }
  return responses;
}

export async function listedItems(client: ServiceClient, operation: ListOperation) {
  const response = await client.read(operation);
  const items = listOf(response);
  if (items === undefined) throw new Skip(`the response contains no list: ${response.request}`);
  if (items.length === 0) throw new Skip(`the list is empty: ${response.request}`);
  return items;
}

export async function identifiedItems(client: ServiceClient, operation: ListOperation) {
  const items = withIdentifiers(await listedItems(client, operation));
  if (items.length === 0) throw new Skip('no item of the list has an identifier');
  return items;
}

export async function readMockServices(client: ServiceClient): Promise<ItemRead[]> {
  const items = await identifiedItems(client, 'listMockServices');
  const reads = await readSample(client, 'listMockServices', items, (mockServiceId) =>
    client.read('getMockService', { mockServiceId }),
  );
  if (reads.length === 0) throw new Skip('the mock services that were read were deleted meanwhile');
  return reads;
}

export async function readWorkspaces(
  client: ServiceClient,
  operation: 'listActivity' | 'getWorkspaceConfiguration',
): Promise<ItemRead[]> {
  // Read expired workspaces last, because the service may reject requests for expired workspaces.
  const items = (await identifiedItems(client, 'listWorkspaces')).toSorted(
    (a, b) => Number(hasExpired(client, a)) - Number(hasExpired(client, b)),
  );
  const reads = await readSample(client, 'listWorkspaces', items, (workspaceId) =>
    client.read(operation, { workspaceId }),
  );
  if (reads.length === 0) throw new Skip('the workspaces that were read have expired or were deleted');
  return reads;
}

export async function existingEntries(client: ServiceClient): Promise<unknown[]> {
  const reads = await readWorkspaces(client, 'listActivity');
  const entries = reads.flatMap(({ response }) => listOf(response) ?? []);
  if (entries.length === 0) throw new Skip('the workspaces that were read have no activity');
  return entries;
}

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
    // Ignore failed reads, because other cases report their errors.
    const values = await read().catch(() => []);
    for (const value of values) resources.push({ kind, schema, value });
  }
  if (resources.length === 0) throw new Skip('no resource can be read');
  return resources;
}

export async function existingConfigs(client: ServiceClient): Promise<JsonObject[]> {
  const configs = (await existingResources(client))
    .map(({ value }) => recordOf(recordOf(value)?.['config']))
    .filter((config) => config !== undefined);
  if (configs.length === 0) throw new Skip('no config can be read');
  return configs;
}

/** Returns the items whose id can be a path segment. Empty strings and dot segments cannot. */
export function withIdentifiers(items: readonly unknown[]): ListItem[] {
  return items.flatMap((value) => {
    const fields = recordOf(value);
    const id = fields?.['id'];
    return fields && typeof id === 'string' && !/^\.{0,2}$/.test(id) ? [{ id, fields }] : [];
  });
}

async function readSample(
  client: ServiceClient,
  list: ListOperation,
  items: readonly ListItem[],
  read: (id: string) => Promise<ServiceResponse>,
): Promise<ItemRead[]> {
  const reads: ItemRead[] = [];
  for (const item of items.slice(0, sampleSize)) {
    const isExpired = hasExpired(client, item);
    const response = await read(item.id).catch((error: unknown) => {
      if (error instanceof Refused && isExpired) return undefined;
      throw error;
    });
    const isGone = isExpired && response && response.status >= 400;
    if (response && !isGone && !(await wasDeleted(client, list, item, response)))
      reads.push({ item, response });
  }
  return reads;
}

export function hasExpired(client: ServiceClient, { fields: { expiresAt } }: ListItem): boolean {
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= client.now();
}

async function wasDeleted(
  client: ServiceClient,
  list: ListOperation,
  { id }: ListItem,
  { status }: ServiceResponse,
): Promise<boolean> {
  if (!isGone(status)) return false;
  const items = listOf(await client.send(list));
  return items !== undefined && !withIdentifiers(items).some((item) => sameId(item.id, id));
}
