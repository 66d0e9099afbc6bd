import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { expect, onTestFinished, test } from 'vitest';
import { certificate, key } from '../../../tools/lib/certificate.ts';
import { command } from '../../../tools/lib/command.ts';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const sources = pathOf('../../../tools/sources.ts');

const fake = createFakeServer();
const { id } = fake.workspaces.add({ name: 'Checkout' });

/** Runs a recipe in its own process. */
const run = (recipe: string, env: Readonly<Record<string, string>>, cwd?: string) =>
  command(process.execPath, ['--import', sources, pathOf(recipe)], {
    env,
    ...(cwd !== undefined && { cwd }),
  });

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('the page about the client shows the recipe for a proxy', async () => {
  const page = await readFile(pathOf('../../../docs/guide/client.md'), 'utf8');
  expect(page).toContain(await readFile(pathOf('proxy.ts'), 'utf8'));
});

test('the recipe for a proxy sends its requests through the proxy', async () => {
  const service = await serve(fake, { port: 0 });
  onTestFinished(() => service.close());
  const targets: (string | undefined)[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    targets.push(url);
    const tunnel = connect(service.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    tunnel.pipe(socket).pipe(tunnel);
  });
  const url = `http://127.0.0.1:${await portOf(proxy)}`;

  // The URL names port 80, where nothing listens, so only the proxy can reach the service.
  const outcome = await run('proxy.ts', { MOCKS_URL: 'http://localhost', MOCKS_PROXY: url });

  expect(outcome).toEqual({ status: 0, output: `${id} Checkout\n` });
  expect(targets).toEqual(['localhost:80']);
});

test('the recipe for a client certificate sends the certificate', async () => {
  const respond = async ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const found = await fake.fetch(fake.baseUrl + url);
    response.writeHead(found.status).end(await found.text());
  };
  // The server, the client and the authority share one certificate.
  const options = { cert: certificate, key, ca: certificate, requestCert: true };
  const service = createTlsServer(options, (request, response) => void respond(request, response));
  const baseUrl = `https://localhost:${await portOf(service)}`;
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-certificate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = { 'client.crt': certificate, 'client.key': key, 'ca.crt': certificate };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);

  const outcome = await run('client-certificate.ts', { MOCKS_URL: baseUrl }, folder);

  expect(outcome).toEqual({ status: 0, output: `${id} Checkout\n` });
});
