/** Compares the client with ky and a generated client. The server has constant responses. */
import { createClient } from '@mock-services/sdk';
import { race, type Contender, type Guard } from './measure.ts';
import { constantServer, importPeer, startServer } from './peers.ts';
import { activityEntries, id, input, mockServices, paths } from './samples.ts';

type Ky = (url: string, options?: object) => { json: () => Promise<unknown> };
interface Generated {
  readonly client: { readonly setConfig: (config: object) => void };
  readonly getMockService: (options: object) => Promise<unknown>;
  readonly updateMockService: (options: object) => Promise<unknown>;
}

export async function measureClient(): Promise<Guard[]> {
  using server = await startServer(
    constantServer({
      [paths.service]: { data: mockServices(8)[7] },
      [paths.activity]: { data: activityEntries(10_000) },
    }),
  );
  const baseUrl = server.url;
  const { default: ky } = await importPeer<{ default: Ky }>('node_modules/ky/distribution/index.js');
  const generated = await importPeer<Generated>('generated.mjs');
  generated.client.setConfig({ baseUrl, throwOnError: true });
  const client = createClient({ baseUrl });
  const path = { mockServiceId: id };
  const get = {
    'the client': () => client.mockServices.get(id),
    ky: () => ky(baseUrl + paths.service).json(),
    'Hey API': () => generated.getMockService({ path }),
  };
  const put = {
    'the client': () => client.mockServices.update(id, input),
    ky: () => ky(baseUrl + paths.service, { method: 'PUT', json: { data: input } }).json(),
    'Hey API': () => generated.updateMockService({ path, body: { data: input } }),
  };
  const guards: Guard[] = [];
  for (const [what, calls, fifty] of [
    ['GET, one by one', get, oneByOne],
    ['GET, 50 at once', get, atOnce],
    ['PUT, one by one', put, oneByOne],
  ] as const) {
    const ratio = await race({
      'the client': fifty(calls['the client']),
      ky: fifty(calls.ky),
      'Hey API': fifty(calls['Hey API']),
    });
    guards.push(
      { what: `${what}: time relative to ky`, measured: ratio('the client', 'ky'), atMost: 1.45 },
      {
        what: `${what}: time relative to Hey API, ky and zod`,
        measured: ratio('the client', 'Hey API'),
        atMost: 1,
      },
    );
  }
  const log = await race({
    'the client': { run: () => client.activity.list(id) },
    fetch: { run: async () => JSON.parse(await (await fetch(baseUrl + paths.activity)).text()) as unknown },
  });
  const what = 'log of 10,000 entries: time relative to fetch and JSON.parse';
  return [...guards, { what, measured: log('the client', 'fetch'), atMost: 1.4 }];
}

// A sample has 50 calls, because the median of single calls would omit the garbage collector, which rarely runs.
const calls = 50;

const atOnce = (call: () => Promise<unknown>): Contender => ({
  run: () => Promise.all(Array.from({ length: calls }, call)),
  calls,
});

const oneByOne = (call: () => Promise<unknown>): Contender => ({
  run: async () => {
    for (let count = 0; count < calls; count += 1) await call();
  },
  calls,
});
