/** Compares the client with `fetch`, ky and axios. The server runs in its own process and has constant responses. */
import { createClient } from '@mock-services/sdk';
import axios from 'axios';
import { oneByOne, race } from './race.ts';
import { entries, id, input, paths, services } from './samples.ts';
import { importPeer, type Measured, startConstantServer } from './support.ts';

type Ky = (url: string, options?: object) => { readonly json: () => Promise<unknown> };

export async function measureClient(): Promise<Measured> {
  const { default: ky } = await importPeer<{ default: Ky }>('ky/distribution/index.js');
  const bodies = { [paths.service]: { data: services[7] }, [paths.activity]: { data: entries } };
  await using running = await startConstantServer(bodies);
  const baseUrl = running.url;
  const service = baseUrl + paths.service;
  const activity = baseUrl + paths.activity;
  const client = createClient({ baseUrl });
  const body = { data: input };
  const put = { method: 'PUT', headers: { 'content-type': 'application/json' } };
  const gets = await race('GET of a mock service', {
    fetch: oneByOne(async () => (await fetch(service)).json()),
    'the client': oneByOne(() => client.mockServices.get(id)),
    ky: oneByOne(() => ky(service).json()),
    axios: oneByOne(() => axios.get(service)),
  });
  const puts = await race('PUT of a mock service', {
    fetch: oneByOne(async () => (await fetch(service, { ...put, body: JSON.stringify(body) })).json()),
    'the client': oneByOne(() => client.mockServices.update(id, input)),
    ky: oneByOne(() => ky(service, { method: 'PUT', json: body }).json()),
    axios: oneByOne(() => axios.put(service, body)),
  });
  const logs = await race('log of 10,000 entries', {
    fetch: oneByOne(async () => (await fetch(activity)).json()),
    'the client': oneByOne(() => client.activity.list(id)),
    ky: oneByOne(() => ky(activity).json()),
    axios: oneByOne(() => axios.get(activity)),
  });
  const guards = [
    { what: 'GETs of the client relative to ky', is: gets['the client'].ratio / gets.ky.ratio, least: 0.6 },
    { what: 'PUTs of the client relative to ky', is: puts['the client'].ratio / puts.ky.ratio, least: 0.6 },
    { what: 'logs of the client relative to fetch', is: logs['the client'].ratio, least: 0.7 },
  ];
  const ratios = { client: gets['the client'].ratio, ky: gets.ky.ratio, axios: gets.axios.ratio };
  return { guards, figures: { gets: ratios } };
}
