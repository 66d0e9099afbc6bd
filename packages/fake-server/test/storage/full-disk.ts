/** Sends requests that arrive together until the disk of a served world is full, and prints their outcomes. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createFakeServer, emptyWorld } from '@mock-services/fake-server/core';
import { openWorldFile, serve } from '@mock-services/fake-server/node';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';

const file = openWorldFile(process.argv[2] ?? '');
const fake = createFakeServer({ seed: emptyWorld(), storage: file.world('a') });
const running = await serve(fake);
const { hostname, port } = new URL(running.url);

const get = `GET ${workspacesPath} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
// Every third body is small, and still fits when others do not.
const bodyOf = (title: string, n: number): string =>
  JSON.stringify(input({ title: title.padEnd(n % 3 === 0 ? 10 : 9000) }));
const post = (body: string): string =>
  `POST ${mockServicePath} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** Sends requests in one piece, and returns the statuses. */
async function statusesOf(requests: readonly string[]): Promise<number[]> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(requests.join(''));
  let received = '';
  const statuses = (): number[] =>
    Array.from(received.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
  for await (const chunk of socket) {
    received += String(chunk);
    if (statuses().length === requests.length && received.endsWith('}')) break;
  }
  return statuses();
}

const writes: number[] = [];
const reads: number[] = [];
const acknowledged: string[] = [];
for (let round = 0; round < 12; round += 1) {
  const sent = Array.from({ length: 6 }, (_, i) => `${round}-${i}`);
  const statuses = await statusesOf([...sent.map((title, i) => post(bodyOf(title, i))), get]);
  reads.push(Number(statuses.pop()));
  writes.push(...statuses);
  acknowledged.push(...sent.filter((_, i) => statuses[i] === 201));
}
const listed = fake.mockServices.list().map(({ title }) => title.trimEnd());
console.log(JSON.stringify({ writes, reads, acknowledged, listed }));
await running.close();
file.close();
