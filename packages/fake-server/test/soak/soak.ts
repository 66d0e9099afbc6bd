/**
 * Sends many requests to a fake server on a port, and fails if the memory use of the server grows. The requests
 * cover the whole interface, mistakes and broken clients. They do not change the amount of data. To run this
 * program, use `npm run soak`.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { demoSeed } from '@mock-services/fake-server/core';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, input } from '../support/samples.ts';
import { main, MemoryWatch, send, startServer, type SoakRequest } from './support.ts';

const usage = `Usage: npm run soak [-- --requests <number>] [--minutes <number>]

  --requests <number>  how many requests to send. Default 500000
  --minutes <number>   how long it may take; longer is a failure. Default 15`;

const { mockServices, workspaces } = demoSeed();
const one = `${mockServicePath}/${mockServices[0]?.id ?? ''}`;
const workspaceId = workspaces[0]?.id ?? '';

const creates = Array.from({ length: 10 }, (_, i): SoakRequest => [
  'POST',
  mockServicePath,
  input({ title: `Soak ${i} ${'x'.repeat(i * 100)}` }),
]);

const others: readonly SoakRequest[] = [
  ['GET', mockServicesPath],
  ['GET', one],
  ['PUT', one, { data: input() }],
  ['GET', workspacesPath],
  ['GET', `/configuration/workspace/${workspaceId}`],
  ['GET', activityPath(workspaceId)],
  ['GET', `${mockServicePath}/${idOf(404)}`],
  ['GET', '/nowhere?token=hunter2'],
  ['PATCH', workspacesPath],
  ['POST', mockServicePath, { title: 7 }],
];

/** Number of times that each round repeats the other requests. */
const repeats = 8;
const requestsPerRound = 2 * creates.length + repeats * others.length;

async function sendRound(port: number): Promise<void> {
  const created = await Promise.all(creates.map((request) => send(port, request)));
  const ids = created.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  await Promise.all([
    breakOff(port),
    ...ids.map((id) => send(port, ['DELETE', `${mockServicesPath}/${id}`])),
  ]);
  for (let i = 0; i < repeats; i += 1) await Promise.all(others.map((request) => send(port, request)));
}

/** Disconnects the client in the middle of a request. */
async function breakOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST ${mockServicePath} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{`);
  socket.destroy();
}

await main(usage, { requests: 500_000, minutes: 15 }, async ({ requests, minutes }) => {
  using server = await startServer(['memory']);
  const memory = new MemoryWatch(server);
  const started = performance.now();
  let sent = 0;
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    while (sent < (requests * tenth) / 10) {
      await Promise.all(Array.from({ length: 4 }, () => sendRound(server.port)));
      sent += 4 * requestsPerRound;
      if (performance.now() - started > minutes * 60_000) {
        console.error(`FAILED: ${sent} requests took longer than ${minutes} minutes`);
        return false;
      }
    }
    await memory.measure(`${sent} requests, ${Math.round((sent / (performance.now() - started)) * 1000)}/s`);
  }
  return memory.isFlat();
});
