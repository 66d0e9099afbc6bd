/** Requests about scratch mock services. Nobody else changes those, so their exact state can be expected. */
import type { MockServiceInput } from '@mock-services/sdk/contract';
import { differences, expectList, expectNone, expectResource, sameId } from '../expect.ts';
import { Failure, Skip } from '../outcome.ts';
import type { ServiceClient } from './client.ts';
import { dataOf, recordOf, type JsonObject, type ServiceResponse } from './http.ts';
import { replacementInput } from './scratch.ts';

/** Reads a mock service. Fails when that is not possible. */
export async function readScratch(
  client: ServiceClient,
  mockServiceId: string,
): Promise<{ readonly response: ServiceResponse; readonly resource: JsonObject }> {
  const response = await client.send('getMockService', { params: { mockServiceId } });
  return { response, resource: expectResource(response) };
}

/** Replaces a mock service with `replacementInput`. */
export function updateScratch(
  client: ServiceClient,
  mockServiceId: string,
  title: string,
): Promise<ServiceResponse> {
  const body = { data: replacementInput(title) };
  return client.send('updateMockService', { params: { mockServiceId }, body });
}

export function deleteScratch(client: ServiceClient, mockServiceId: string): Promise<ServiceResponse> {
  return client.send('deleteMockService', { params: { mockServiceId } });
}

/** Expects a mock service to be stored as it was sent. */
export async function expectStored(
  client: ServiceClient,
  id: string,
  input: MockServiceInput,
): Promise<void> {
  const { response, resource } = await readScratch(client, id);
  expectNone(differences(input, resource, `${response.request}: data`));
}

/** Expects exactly one item with the identifier in the list. Skips when it may be on another page. */
export async function expectListed(client: ServiceClient, id: string): Promise<JsonObject> {
  const response = await client.send('listMockServices');
  const [item, ...others] = itemsWith(response, (fields) => sameId(fields['id'], id));
  if (item && others.length === 0) return item;
  if (!item) skipIfPaged(response);
  const count = item ? others.length + 1 : 0;
  throw new Failure(`${response.request}: expected one item with the new identifier, received ${count}`);
}

/** Expects no item with the identifier in the list. */
export async function expectUnlisted(client: ServiceClient, id: string): Promise<void> {
  const response = await client.send('listMockServices');
  if (itemsWith(response, (fields) => sameId(fields['id'], id)).length > 0) {
    throw new Failure(`${response.request}: expected no item with the deleted identifier, received one`);
  }
}

/** Expects exactly one item with the title in the list. */
export async function expectTitled(client: ServiceClient, title: string): Promise<void> {
  const response = await client.send('listMockServices');
  const { length } = itemsWith(response, (fields) => fields['title'] === title);
  if (length !== 1)
    throw new Failure(`${response.request}: expected one item with the new title, received ${length}`);
}

function itemsWith(response: ServiceResponse, matches: (fields: JsonObject) => boolean): JsonObject[] {
  return expectList(response).flatMap((item) => {
    const fields = recordOf(item);
    return fields && matches(fields) ? [fields] : [];
  });
}

/** Signs that a list may be one page of several: fields next to `data`, and a `Link` header. */
export function pagingSigns(response: ServiceResponse): string[] {
  const { body, headers } = response;
  const fields = body.kind === 'json' ? Object.keys(recordOf(body.value) ?? {}) : [];
  const signs = fields.filter((field) => field !== 'data' && dataOf(response) !== undefined);
  return headers.has('link') ? [...signs, 'link'] : signs;
}

function skipIfPaged(response: ServiceResponse): void {
  const words = /page|next|prev|cursor|offset|limit|total|count|more|link|meta/i;
  const signs = pagingSigns(response).filter((sign) => words.test(sign));
  if (signs.length === 0) return;
  throw new Skip(
    `the list may be paged, which the interface leaves open (${signs.join(', ')}): ${response.request}`,
  );
}
