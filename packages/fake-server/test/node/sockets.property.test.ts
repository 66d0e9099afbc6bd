import { connect } from 'node:net';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { expandPath, operationIds } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, textNear } from '../../../../tools/lib/near.ts';
import { activityPath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';

const seed = {
  mockServices: [mockService(1)],
  workspaces: [workspace(3)],
  activity: { [idOf(3)]: [activityEntry(5)] },
};
const ids = { mockServiceId: idOf(1), workspaceId: idOf(3) };
const paths = operationIds.map((id) => expandPath(id, ids));
const adminPaths = ['', '/snapshot', '/faults', '/clock', '/reset', '/journal'].map(
  (path) => `/__fake${path}`,
);

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE', ''];
const hosts = ['host: 127.0.0.1', 'host: localhost', 'host: evil.example', 'x-none: 1'];
const lines = [
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
];
const request = fc
  .record({
    method: fc.constantFrom(...methods),
    path: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...paths, ...adminPaths) },
      fc.string({ unit: 'binary' }),
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'x'),
    head: fc.tuple(fc.constantFrom(...hosts), fc.array(fc.constantFrom(...lines), { maxLength: 3 })),
    body: fc.oneof(textNear(input(), { data: input() }, { to: '2026-02-01T00:00:00.000Z' }), fc.constant('')),
    hasLength: fc.boolean(),
  })
  .map(({ method, path, version, head, body, hasLength }) => {
    const bytes = Buffer.from(body).toString('latin1');
    const length = hasLength ? ['content-type: application/json', `content-length: ${bytes.length}`] : [];
    return [`${method} ${path} ${version}`, ...head.flat(), ...length, '', bytes].join('\r\n');
  });

/** Sends strings as Latin-1, ends the connection, and waits until the server ends the connection. */
async function sendRaw(port: number, pieces: readonly string[]): Promise<void> {
  const socket = connect(port, '127.0.0.1').resume();
  // The server may reset the connection because it did not read all bytes.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  for (const piece of pieces) {
    if (!socket.destroyed) await new Promise((written) => socket.write(piece, 'latin1', written));
  }
  socket.end();
  await closed;
}

/**
 * A request whose body is longer than its content-length. The server must respond to the request although the
 * remaining bytes are malformed.
 */
const longBody = [
  `DELETE ${activityPath(ids.workspaceId)} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 5\r\n\r\n`,
  `${JSON.stringify(input())}GET ${workspacesPath} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
].join('');

test('random bytes on a socket block no client, and only valid requests change data', async () => {
  const fake = createFakeServer({ seed, journal: { maxEntries: 10 } });
  const running = await serve(fake, { admin: true, log: () => {} });
  const bytes = fc.oneof(
    { weight: 6, arbitrary: fc.array(request, { minLength: 1, maxLength: 3 }).map((all) => all.join('')) },
    fc.string({ unit: 'binary' }),
  );
  const inputs = fc.record({ text: bytes, cut: fc.nat(2000) });
  try {
    await holds(
      inputs,
      async ({ text, cut }) => {
        fake.reset();
        const before = JSON.stringify(fake.snapshot().data);
        await sendRaw(running.port, [text.slice(0, cut), text.slice(cut)]);
        // The journal does not record requests to the admin endpoints.
        const succeeded =
          fake.journal.entries().some(({ response }) => response.statusCode < 300) ||
          text.includes('/__fake');
        if (!succeeded) expect(JSON.stringify(fake.snapshot().data)).toBe(before);
        fake.reset();
        expect((await fetch(running.url + workspacesPath)).status).toBe(200);
      },
      [{ text: longBody, cut: 0 }],
    );
  } finally {
    await running.close({ grace: 0 });
  }
});
