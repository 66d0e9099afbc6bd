// Runs in Bun and Deno, which report network failures in their own words.
import { createServer } from 'node:net';
import { createClient } from '@mock-services/sdk';
import { input } from './input.mjs';

/** Checks what the client makes of a closed port, an unknown host, TLS on a plain port and a broken response. */
export async function checkNetworkFailures() {
  const closed = await listen('');
  await close(closed);
  const [plain, broken] = [
    await listen('HTTP/1.1 400 Bad Request\r\n\r\n'),
    await listen('SSH-2.0-OpenSSH_9.6\r\n\r\n'),
  ];
  const failures = [
    [`http://127.0.0.1:${closed.port}`, 'Nothing is listening there.', false],
    ['http://unknown.invalid', 'The host name', false],
    [`https://127.0.0.1:${plain.port}`, 'TLS', false],
    [`http://127.0.0.1:${broken.port}`, "The server's response is not HTTP.", true],
  ];
  for (const [baseUrl, hint, mayHaveBeenApplied] of failures) {
    const { mockServices } = createClient({ baseUrl, maxRetries: 1 });
    const created = await mockServices.create(input).catch((error) => error);
    const listed = await mockServices.list().catch((error) => error);
    const isExpected =
      created.message.includes(hint) &&
      created.mayHaveBeenApplied === mayHaveBeenApplied &&
      created.attempts === 1 &&
      listed.attempts === 2;
    if (isExpected) continue;
    throw new Error(`${baseUrl}: expected "${hint}"`, { cause: { created, listed } });
  }
  await Promise.all([plain, broken].map(close));
}

/** Starts a server that responds to the first bytes of each connection, and then closes it. */
async function listen(response) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(response));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: server.address().port };
}

function close({ server }) {
  return new Promise((resolve) => server.close(resolve));
}
