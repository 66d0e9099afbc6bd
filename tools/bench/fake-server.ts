/** Compares the fake server, on a port and in this process, with servers and handlers that have constant responses. */
import { createFakeServer } from '@mock-services/fake-server';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { at } from '../lib/paths.ts';
import { type Contender, oneByOne, race } from './race.ts';
import { input, paths, services } from './samples.ts';
import {
  type Guard,
  importPeer,
  type Measured,
  peerFile,
  type RunningServer,
  startConstantServer,
  startServer,
} from './support.ts';

type Autocannon = (options: object) => Promise<{ '2xx': number; non2xx: number; errors: number }>;

const post = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
} as const;
const requests = [
  {
    title: 'GET of a mock service',
    path: paths.service,
    peerPath: `/services/${services[7]?.id}`,
    least: 0.4,
  },
  { title: 'list of 100 mock services', path: paths.services, peerPath: '/services', least: 0.2 },
  { title: 'creation of a mock service', path: paths.create, peerPath: '/services', init: post, least: 0.2 },
];

const program = ['--import', at('tools/sources.ts'), at('packages/fake-server/src/node/bin.ts'), '--quiet'];
const jsonServer = [peerFile('node_modules/json-server/lib/cli/bin.js'), '--quiet', '--host', '127.0.0.1'];

export async function measureFakeServer(): Promise<Measured> {
  const { default: autocannon } = await importPeer<{ default: Autocannon }>('autocannon/autocannon.js');
  const seed = { mockServices: services };
  const guards: Guard[] = [];
  let figures: Measured['figures'] = {};
  for (const { title, path, peerPath, init = {}, least } of requests) {
    const fake = createFakeServer({ seed });
    const url = fake.baseUrl + path;
    const body: unknown = await (await fake.fetch(url, init)).json();

    // Start new servers, because created mock services would make later lists longer.
    await using constant = await startConstantServer({ [path]: body });
    await using peer = await startServer({ services }, (file, port) => [...jsonServer, '--port', port, file]);
    const start = (...options: readonly string[]) =>
      startServer(seed, (file, port) => [...program, '--port', port, '--seed', file, ...options]);
    await using port = await start();
    await using stored = await start('--data', peerFile(`world-${Date.now()}.db`));
    const requestsTo = ({ url: baseUrl, processorSeconds }: RunningServer, to = path): Contender => {
      return async () => {
        const begin = processorSeconds();
        const result = await autocannon({ url: baseUrl + to, ...init, connections: 10, duration: 1 });
        if (result.non2xx + result.errors > 0) throw new Error(`${baseUrl}${to} failed to respond.`);
        const calls = result['2xx'];
        return { perSecond: calls, perProcessorSecond: calls / (processorSeconds() - begin) };
      };
    };
    const onPort = await race(`${title}, ten connections`, {
      'node:http': requestsTo(constant),
      'the fake server': requestsTo(port),
      'with its data in a file': requestsTo(stored),
      'json-server': requestsTo(peer, peerPath),
    });
    guards.push({
      what: `${title} on a port, relative to node:http`,
      is: onPort['the fake server'].ratio,
      least,
    });

    const withoutJournal = createFakeServer({ seed, journal: false });
    const send = async (): Promise<string> => (await fetch(url, init)).text();
    const through = (...handlers: Parameters<typeof setupServer>): Contender => {
      const server = setupServer(...handlers);
      const measure = oneByOne(send);
      return async () => {
        server.listen();
        const speed = await measure();
        server.close();
        return speed;
      };
    };
    const text = JSON.stringify(body);
    const response = () => new HttpResponse(text, { headers: { 'content-type': 'application/json' } });
    await race(`${title}, in this process`, {
      'MSW, constant response': through(http.all(url, response)),
      'fake.handlers': through(...fake.handlers),
      'fake.fetch': oneByOne(async () => (await fake.fetch(url, init)).text()),
      'fake.fetch, journal off': oneByOne(async () => (await withoutJournal.fetch(url, init)).text()),
    });
    if (path === paths.service) {
      const { 'the fake server': ours, 'json-server': theirs } = onPort;
      figures = {
        port: { fakeServer: Math.round(ours.perSecond), jsonServer: Math.round(theirs.perSecond) },
      };
    }
  }
  return { guards, figures };
}
