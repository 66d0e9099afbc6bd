import { createFakeServer, type FaultError, SnapshotError } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';
const path = '/configuration/workspaces';

function refused(headers: Record<string, string>): FaultError {
  return failureOf(() => createFakeServer().faults.add({ operation, headers })) as FaultError;
}

test.each(['a\u0001b', 'a\n', 'a\r\nb: c', 'a\u007Fb', '\u0000', 'ā', '💥'])(
  'a header value that HTTP cannot carry is an error: %j',
  (value) => {
    const { name, issues, message } = refused({ 'x-fault': value });
    expect(name).toBe('FaultError');
    expect(issues).toMatchObject([{ path: 'headers["x-fault"]', pointer: '/headers/x-fault' }]);
    expect(message).toContain('a control character');
    const type = failureOf(() => createFakeServer().faults.add({ operation, contentType: value }));
    expect((type as FaultError).issues).toMatchObject([{ path: 'contentType', pointer: '/contentType' }]);
  },
);

test.each(['Trailer', 'connection', 'Transfer-Encoding', 'upgrade', 'keep-alive', 'te', 'content-length'])(
  'a header about the connection is an error: %s',
  (name) => {
    expect(refused({ [name]: '1' }).message).toContain(
      `headers["${name}"]: expected header of the response itself`,
    );
  },
);

test('a name that is none is an error', () => {
  for (const name of ['', 'a b', 'a:', 'é', 'a\n']) expect(refused({ [name]: '1' }).name).toBe('FaultError');
});

test('such a header in a snapshot is a SnapshotError', () => {
  const fake = createFakeServer();
  const fault = { id: 1, operation, headers: { trailer: 'x' }, seen: 0, used: 0 } as const;
  const snapshot = { ...fake.snapshot(), faults: { faults: [fault], next: 2 } };
  expect(() => fake.restore(snapshot)).toThrow(SnapshotError);
  expect(fake.faults.list()).toEqual([]);
});

test('Node sends every header that is accepted', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const name = fc.oneof(fc.string(), fc.constantFrom('trailer', 'x-a', 'set-cookie', 'www-authenticate'));
  const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('text'));
  const headers = fc.dictionary(name, value, { minKeys: 1, maxKeys: 2 });
  await fc.assert(
    fc.asyncProperty(headers, async (headers) => {
      const fake = createFakeServer();
      if (failureOf(() => fake.faults.add({ operation, headers })) !== undefined) return;
      const response = send(fake, 'GET', path);
      server.once('request', (_, outgoing) => outgoing.writeHead(response.status, response.headers).end());
      expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
      expect(new Response(null, response).status).toBe(200);
    }),
    { numRuns: 300 },
  );
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});
