import type { MockServiceInput } from '@mock-services/sdk/contract';
import type { ServiceClient } from './client.ts';
import { differences, expectList, expectNone, expectResource, sameId } from './expect.ts';
import { Failure, Skip } from './outcome.ts';
import { dataOf, fieldsOf, listOf, recordOf, type JsonObject, type ServiceResponse } from './response.ts';

/** Each list has several unsorted members, so that a case detects a lost member or a changed order. */
export function scratchInput(title: string): MockServiceInput {
  return {
    type: 'REST',
    title,
    config: {
      cors: {
        allowedOrigins: ['shop.conformance.example', 'admin.conformance.example'],
        allowedMethods: ['GET', 'POST', 'DELETE', 'PUT'],
        allowedHeaders: ['x-conformance-request', 'content-type'],
      },
      defaultResponseHeaders: { 'x-conformance-yes': true, 'x-conformance-no': false },
      upstreams: [
        { name: 'live', url: 'https://live.conformance.example/base' },
        { name: 'fallback', url: 'https://fallback.conformance.example:8443' },
      ],
    },
  };
}

/**
 * Has fewer members than {@link scratchInput}, to detect a service that merges an update instead of replacing the
 * config.
 */
export function replacementInput(title: string): MockServiceInput {
  return {
    type: 'REST',
    title,
    config: {
      cors: {
        allowedOrigins: ['other.conformance.example'],
        allowedMethods: ['PUT', 'GET'],
        allowedHeaders: [],
      },
      defaultResponseHeaders: { 'x-conformance-other': true, 'x-conformance-yes': false },
      upstreams: [{ name: 'other', url: 'https://other.conformance.example' }],
    },
  };
}

export async function readScratch(
  client: ServiceClient,
  mockServiceId: string,
): Promise<{ readonly response: ServiceResponse; readonly resource: JsonObject; readonly path: string }> {
  const response = await client.send('getMockService', { params: { mockServiceId } });
  return { response, resource: expectResource(response), path: `${response.request}: data` };
}

export function updateScratch(client: ServiceClient, mockServiceId: string, title: string) {
  const body = { data: replacementInput(title) };
  return client.send('updateMockService', { params: { mockServiceId }, body });
}

export function deleteScratch(client: ServiceClient, mockServiceId: string) {
  return client.send('deleteMockService', { params: { mockServiceId } });
}

export async function expectStored(client: ServiceClient, id: string, input: MockServiceInput) {
  const { resource, path } = await readScratch(client, id);
  expectNone(differences(input, resource, path));
}

/** Throws a `Skip` if the item is missing, but may be on another page of the list. */
export async function expectListed(client: ServiceClient, id: string): Promise<JsonObject> {
  const { response, items } = await listWith(client, (fields) => sameId(fields['id'], id));
  const [item] = items;
  if (item && items.length === 1) return item;
  if (!item) await skipIfPaged(client, response);
  throw new Failure(
    `${response.request}: expected one item with the new identifier, received ${items.length}`,
  );
}

export async function expectUnlisted(client: ServiceClient, id: string) {
  const response = await stillListing(client, id);
  if (response === undefined) return;
  throw new Failure(`${response.request}: expected no item with the deleted identifier, received one`);
}

/** A service may list a deleted mock service for a moment, so the list is read up to 21 times within 5 s. */
export const maxTries = 20;
export const pauseMs = 250;

/** Returns a response that still lists the deleted mock service, or `undefined` if the mock service has disappeared. */
export async function stillListing(client: ServiceClient, id: string): Promise<ServiceResponse | undefined> {
  for (let tries = 0; ; tries += 1) {
    const { response, items } = await listWith(client, (fields) => sameId(fields['id'], id));
    if (items.length === 0) return undefined;
    if (tries === maxTries) return response;
    await client.sleep(pauseMs);
  }
}

export async function expectTitled(client: ServiceClient, title: string) {
  const { response, items } = await listWith(client, (fields) => fields['title'] === title);
  if (items.length === 1) return;
  throw new Failure(`${response.request}: expected one item with the new title, received ${items.length}`);
}

async function listWith(client: ServiceClient, matches: (fields: JsonObject) => boolean) {
  const response = await client.send('listMockServices');
  const fields = expectList(response).map(recordOf);
  return { response, items: fields.filter((one) => one !== undefined && matches(one)) as JsonObject[] };
}

/** Returns signs of pagination: names of fields next to `data`, and names of headers. */
export function pagingSigns(response: ServiceResponse): string[] {
  const signs = fieldsOf(response).filter((field) => field !== 'data' && dataOf(response) !== undefined);
  const names = [...response.headers.keys()];
  return [
    ...signs,
    ...names.filter((name) => /^(link|content-range|x-(total|page|pagination|next)\b.*)$/.test(name)),
  ];
}

export async function isLimitHonored(
  client: ServiceClient,
  { operation }: ServiceResponse,
): Promise<boolean> {
  return listOf(await client.send(operation, { query: { limit: '1' } }))?.length === 1;
}

/** Throws a `Skip` if the list may be paginated, because a missing item may then be on another page. */
async function skipIfPaged(client: ServiceClient, response: ServiceResponse): Promise<void> {
  const signs = pagingSigns(response);
  if (signs.length === 0 && (listOf(response)?.length ?? 0) > 1 && (await isLimitHonored(client, response)))
    signs.push('?limit');
  if (signs.length === 0) return;
  throw new Skip(
    `the list lacks the mock service, which may be on another page (${signs.join(', ')}): ${response.request}`,
  );
}
