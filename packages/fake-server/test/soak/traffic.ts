/** What a soak sends: everything that the interface has, mistakes and broken clients. It leaves the world as it was. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { demoWorld } from '@mock-services/fake-server/core';
import { idOf, input } from '../support/samples.ts';
import { Connection, type SoakRequest } from './connection.ts';

const { mockServices, workspaces } = demoWorld();
const serviceId = mockServices[0]?.id ?? '';
const workspaceId = workspaces[0]?.id ?? '';
const single = '/configuration/mock-service';

const created: readonly SoakRequest[] = Array.from({ length: 10 }, (_, i) => [
  'POST',
  single,
  input({ title: `Soak ${i} ${'x'.repeat(i * 100)}` }),
]);

const others: readonly SoakRequest[] = [
  ['GET', '/configuration/mock-services'],
  ['GET', `${single}/${serviceId}`],
  ['PUT', `${single}/${serviceId}`, { data: input() }],
  ['GET', '/configuration/workspaces'],
  ['GET', `/configuration/workspace/${workspaceId}`],
  ['GET', `/workspace/${workspaceId}/activity`],
  ['GET', `${single}/${idOf(404)}`],
  ['GET', '/nowhere?token=hunter2'],
  ['PATCH', '/configuration/workspaces'],
  ['POST', single, { title: 7 }],
];

/** How many requests one round sends. */
export const requestsPerRound = 2 * created.length + 8 * others.length;

/** Sends one round, over a connection of its own, beside a client that breaks off in the middle of a request. */
export async function sendRound(port: number): Promise<void> {
  using connection = await Connection.open(port);
  const answers = await connection.send(created);
  const ids = answers.flatMap(({ body }) => /"id":"([^"]+)"/.exec(body)?.[1] ?? []);
  const deleted = ids.map((id): SoakRequest => ['DELETE', `/configuration/mock-services/${id}`]);
  if (deleted.length !== created.length) throw new Error(`only ${deleted.length} mock services were created`);
  await Promise.all([breakOff(port), connection.send(deleted)]);
  for (let i = 0; i < 8; i += 1) await connection.send(others);
}

async function breakOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST ${single} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{`);
  socket.destroy();
}
