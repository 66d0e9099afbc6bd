/**
 * This module creates the clients that the benchmarks compare. The clients are HTTP libraries, the SDK, and generated
 * clients.
 */
import { createClient } from '@mock-services/sdk';
import { at } from '../lib/paths.ts';
import { generatedClients, importFile, peerFile } from './peers.ts';
import { id, input, json, paths } from './samples.ts';

/** The calls to measure. */
export interface Calls {
  readonly get: () => Promise<unknown>;
  readonly update: () => Promise<unknown>;
  readonly log: () => Promise<unknown>;
}

/** Name of the SDK in the tables. */
export const sdk = '@mock-services/sdk';

/** Returns the name that the tables use for a generated client. */
export function generated(library: (typeof generatedClients)[number]): string {
  return `Hey API, ${library} and zod`;
}

const generatedFile = (library: string) => peerFile('generated', `${library}.mjs`);

/** Source file of each benchmarked client, except the client `fetch`, which is part of the runtime. */
export const clientFiles: Readonly<Record<string, string>> = {
  ky: peerFile('node_modules/ky/distribution/index.js'),
  [sdk]: at('packages/sdk/dist/index.js'),
  'openapi-fetch': peerFile('node_modules/openapi-fetch/dist/index.mjs'),
  axios: peerFile('node_modules/axios/index.js'),
  ...Object.fromEntries(generatedClients.map((library) => [generated(library), generatedFile(library)])),
};

/** Types of the functions that the benchmarks call in other clients. */
type Ky = (url: string, options: object) => { json: () => Promise<unknown> };
type Axios = (options: object) => Promise<unknown>;
type OpenapiFetch = (options: object) => {
  request: (method: string, path: string, options: object) => Promise<unknown>;
};
interface Generated {
  readonly client: { readonly setConfig: (config: object) => void };
  readonly getMockService: (options: object) => Promise<unknown>;
  readonly updateMockService: (options: object) => Promise<unknown>;
  readonly listActivity: (options: object) => Promise<unknown>;
}

/** Creates all clients for a service. The first client in the result is the baseline. */
export async function createClients(baseUrl: string): Promise<Readonly<Record<string, Calls>>> {
  const { default: ky } = await importFile<{ default: Ky }>(clientFiles['ky']);
  const { default: axios } = await importFile<{ default: Axios }>(clientFiles['axios']);
  const { default: openapiFetch } = await importFile<{ default: OpenapiFetch }>(clientFiles['openapi-fetch']);
  const { mockServices, activity } = createClient({ baseUrl });
  const api = openapiFetch({ baseUrl });
  const clients: Record<string, Calls> = {
    fetch: sending(async (path, method, data) => {
      const init = data === undefined ? { method } : { method, headers: json, body: JSON.stringify(data) };
      return (await fetch(baseUrl + path, init)).json();
    }),
    ky: sending((path, method, data) => ky(baseUrl + path, { method, json: data }).json()),
    [sdk]: {
      get: () => mockServices.get(id),
      update: () => mockServices.update(id, input),
      log: () => activity.list(id),
    },
    'openapi-fetch': sending((path, method, body) => api.request(method.toLowerCase(), path, { body })),
    axios: sending((path, method, data) => axios({ url: baseUrl + path, method, data })),
  };
  for (const library of generatedClients) {
    const module = await importFile<Generated>(generatedFile(library));
    module.client.setConfig({ baseUrl, throwOnError: true });
    const path = { mockServiceId: id, workspaceId: id };
    clients[generated(library)] = {
      get: () => module.getMockService({ path }),
      update: () => module.updateMockService({ path, body: { data: input } }),
      log: () => module.listActivity({ path }),
    };
  }
  return clients;
}

function sending(send: (path: string, method: string, data?: object) => Promise<unknown>): Calls {
  return {
    get: () => send(paths.service, 'GET'),
    update: () => send(paths.service, 'PUT', { data: input }),
    log: () => send(paths.activity, 'GET'),
  };
}
