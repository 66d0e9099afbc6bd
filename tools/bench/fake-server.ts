/** Compares the fake server, in this process and on a port, with json-server. */
import { createFakeServer } from '@mock-services/fake-server';
import { setupServer } from 'msw/node';
import { at } from '../lib/paths.ts';
import { type Contender, oneByOne, race } from './race.ts';
import { input, paths, services } from './samples.ts';
import { type Guard, importPeer, type Measured, peerFile, startServer } from './support.ts';

type Autocannon = (options: object) => Promise<{ '2xx': number; non2xx: number; errors: number }>;

const post = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
} as const;
const requests = [
  { title: 'GET of a mock service', path: paths.service, peerPath: `/services/${services[7]?.id}` },
  { title: 'list of 100 mock services', path: paths.services, peerPath: '/services' },
  { title: 'creation of a mock service', path: paths.create, peerPath: '/services', init: post },
];

const program = ['--import', at('tools/sources.ts'), at('packages/fake-server/src/node/bin.ts'), '--quiet'];
const jsonServer = [peerFile('node_modules/json-server/lib/cli/bin.js'), '--quiet', '--host', '127.0.0.1'];

export async function measureFakeServer(): Promise<Measured> {
  const { default: autocannon } = await importPeer<{ default: Autocannon }>('autocannon/autocannon.js');
  const seed = { mockServices: services };
  const guards: Guard[] = [];
  let figures: Measured['figures'] = {};
  for (const { title, path, peerPath, init = {} } of requests) {
    // New servers, because created mock services would make later lists longer.
    await using peer = await startServer({ services }, (file, port) => [...jsonServer, '--port', port, file]);
    const start = (...options: readonly string[]) =>
      startServer(seed, (file, port) => [...program, '--port', port, '--seed', file, ...options]);
    await using port = await start();
    await using stored = await start('--data', peerFile(`world-${Date.now()}.db`));
    const onPort =
      (url: string): Contender =>
      async () => {
        const result = await autocannon({ url, ...init, connections: 10, duration: 1 });
        if (result.non2xx + result.errors > 0) throw new Error(`${url} failed to respond.`);
        return result['2xx'];
      };
    const fake = createFakeServer({ seed });
    const url = fake.baseUrl + path;
    const msw = setupServer(...fake.handlers);
    const through = oneByOne(async () => (await fetch(url, init)).text());
    const results = await race(title, {
      'json-server': onPort(peer.url + peerPath),
      'on a port, ten connections': onPort(port.url + path),
      'on a port, data in a file': onPort(stored.url + path),
      'fake.fetch': oneByOne(async () => (await fake.fetch(url, init)).text()),
      'fake.handlers, through MSW': async () => {
        msw.listen();
        const perSecond = await through();
        msw.close();
        return perSecond;
      },
    });
    const is = results['on a port, ten connections'].ratio;
    guards.push({ what: `${title} on a port, relative to json-server`, is, least: 3 });
    if (path === paths.service) {
      const onThisPort = Math.round(results['on a port, ten connections'].perSecond);
      figures = {
        port: { fakeServer: onThisPort, jsonServer: Math.round(results['json-server'].perSecond) },
      };
    }
  }
  return { guards, figures };
}
