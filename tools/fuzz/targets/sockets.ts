/** `serve`: whatever bytes a socket sends, it ends, the world is as before unless a 2xx was sent, and others are served. */
import { connect, type Socket } from 'node:net';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import fc from 'fast-check';
import { textNear } from '../mutation.ts';
import { anInput, paths, world } from '../samples.ts';
import { fail, type Target } from '../target.ts';

interface Input {
  /** What is sent, as Latin-1. */
  readonly text: string;
  /** Where it is cut into pieces that are sent one by one. */
  readonly cuts: readonly number[];
}

const fake = createFakeServer({ seed: world, journal: { maxEntries: 10 } });
const running = await serve(fake, { admin: true, log: () => {} });

const admin = [
  '/__fake/snapshot',
  '/__fake/faults',
  '/__fake/clock',
  '/__fake/reset',
  '/__fake/journal',
  '/__fake',
];
const line = fc.constantFrom(
  'content-type: application/json',
  'transfer-encoding: chunked',
  'content-length: 5',
  'content-length: 99999999999',
  'expect: 100-continue',
  'connection: close',
  'connection: keep-alive',
  'connection: upgrade\r\nupgrade: websocket',
  'origin: https://evil.example',
  'sec-fetch-site: cross-site',
  `x-long: ${'x'.repeat(9000)}`,
  'x-odd: a\x01b',
  'x-odd : y',
  ': z',
);
const anyRequest = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'HEAD',
      'OPTIONS',
      'PATCH',
      'CONNECT',
      'TRACE',
      '',
    ),
    path: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...paths, ...admin) },
      fc.string({ unit: 'binary' }),
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'x'),
    host: fc.constantFrom('host: 127.0.0.1', 'host: localhost', 'host: evil.example', 'x-none: 1'),
    lines: fc.array(line, { maxLength: 3 }),
    body: fc.oneof(
      textNear(anInput, { data: anInput }, { to: '2026-02-01T00:00:00.000Z' }, world),
      fc.constant(''),
    ),
    measured: fc.boolean(),
  })
  .map(({ method, path, version, host, lines, body, measured }) => {
    const bytes = Buffer.from(body).toString('latin1');
    const length = measured ? ['content-type: application/json', `content-length: ${bytes.length}`] : [];
    return [`${method} ${path} ${version}`, host, ...lines, ...length, '', bytes].join('\r\n');
  });

export const sockets: Target<Input> = {
  inputs: fc.record({
    text: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.array(anyRequest, { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
      },
      fc.string({ unit: 'binary' }),
    ),
    cuts: fc.array(fc.nat(2000), { maxLength: 3 }),
  }),
  check: async ({ text, cuts }) => {
    fake.reset();
    const before = JSON.stringify(fake.snapshot().data);
    await exchange(
      text,
      cuts.toSorted((a, b) => a - b),
    );
    // The response may be lost when nonsense follows the request. Admin endpoints are not in the journal.
    const succeeded = fake.journal.entries.some(({ status }) => status < 300) || text.includes('/__fake');
    if (!succeeded && JSON.stringify(fake.snapshot().data) !== before)
      fail('the world changed without a 2xx');
    fake.reset();
    const { status } = await fetch(`${running.url}/configuration/workspaces`);
    if (status !== 200) fail(`a well-behaved request got ${status}`);
  },
  close: () => running.close({ grace: 0 }),
};

/** Sends pieces one by one, then ends, and waits for the server to do so too. */
async function exchange(text: string, cuts: readonly number[]): Promise<void> {
  const socket = connect(running.port, '127.0.0.1');
  socket.resume();
  // A server may reset a connection that sends what it does not read.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  let from = 0;
  for (const cut of [...cuts, text.length]) {
    await written(socket, text.slice(from, cut));
    from = cut;
  }
  socket.end();
  await closed;
}

function written(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.write(text, 'latin1', () => resolve());
  });
}
