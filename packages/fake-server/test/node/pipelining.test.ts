/**
 * Tests pipelining, where a client sends requests on a connection without waiting for earlier responses (RFC 9112
 * §9.3.2).
 */
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import fc from 'fast-check';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { input, mockService } from '../support/samples.ts';
import { openWith, rest, serverAt, start } from './raw-client.ts';

/** Returns the statuses of several responses in one string. */
function statusesIn(responses: string): number[] {
  return Array.from(responses.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
}

const body = JSON.stringify(input());
const length = Buffer.byteLength(body);
const json = ['host: localhost', 'content-type: application/json'];
const create = (n: number): string => `POST /configuration/mock-service?n=${n} HTTP/1.1`;

/** Functions that create a request with a number in its path. */
const kinds = {
  get: (n: number) => [`GET /configuration/mock-services?n=${n} HTTP/1.1`, 'host: localhost', '', ''],
  create: (n: number) => [create(n), ...json, `content-length: ${length}`, '', body],
  chunked: (n: number) => [
    create(n),
    ...json,
    'transfer-encoding: chunked',
    '',
    length.toString(16),
    body,
    '0',
    '',
    '',
  ],
};

test('pipelined requests take effect in order, even if their bytes arrive in fragments', async () => {
  const sent = fc.array(fc.constantFrom('get', 'create', 'chunked'), { minLength: 1, maxLength: 8 });
  const pieces = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sent, pieces, async (names, lengths) => {
      const fake = createFakeServer({ seed: {} });
      const running = await start(fake);
      try {
        const requests = names.map((name, n) => kinds[name](n).join('\r\n'));
        const last = kinds.get(names.length).toSpliced(-2, 0, 'connection: close').join('\r\n');
        let text = [...requests, last].join('');
        const socket = await openWith(running);
        for (const size of lengths) {
          socket.write(text.slice(0, size));
          text = text.slice(size);
          await new Promise(setImmediate);
        }
        socket.write(text);
        const responses = await rest(socket);
        const numbers = numbersIn(fake);
        expect(numbers).toEqual([...names, 'get'].map((_, n) => n));
        expect(responses.match(/HTTP\/1\.1 20[01] /g)).toHaveLength(numbers.length);
      } finally {
        await running.close({ grace: 0 });
      }
    }),
    { numRuns: 60 },
  );
});

/** Returns the numbers of the requests that changed the fake server. */
const numbersIn = (fake: FakeServer): number[] =>
  fake.journal.entries().map(({ path }) => Number(path.split('n=')[1]));

async function storedFake(): Promise<FakeServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pipelining-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = openWorldFile(join(folder, 'world.db'));
  onTestFinished(() => file.close());
  return createFakeServer({ seed: {}, storage: file.world('a') });
}

const worlds: [string, () => FakeServer | Promise<FakeServer>][] = [
  ['in memory', () => createFakeServer({ seed: {} })],
  ['in a file', storedFake],
];

describe.each(worlds)('pipelined requests to a fake server with its data %s', (_, world) => {
  test.each([
    ['a body that is too long', [create(0), ...json, 'content-length: 2000', '', 'x'.repeat(2000)], 413],
    ['a foreign host', [create(0), 'host: other.example', 'content-length: 0', '', ''], 421],
    ['a foreign origin', [...kinds.get(0).slice(0, 2), 'origin: https://other.example', '', ''], 403],
  ])('pipelined requests have no effect after %s, which closes the connection', async (_, first, status) => {
    const fake = await world();
    const requests = [first, kinds.create(1), kinds.get(2)].map((lines) => lines.join('\r\n'));
    const socket = await openWith(await start(fake, { maxBodyBytes: 1000 }));
    socket.write(requests.join(''));
    expect(statusesIn(await rest(socket))).toEqual([status]);
    expect(numbersIn(fake)).toEqual([]);
    expect(fake.mockServices.list()).toEqual([]);
  });

  test('without keep-alive, a pipelined request takes effect only if it gets a response', async () => {
    const fake = await world();
    fake.faults.add({ operation: 'listWorkspaces', reset: true });
    const socket = await openWith(await start(fake));
    socket.write([kinds.get(0), kinds.create(1), kinds.get(2)].map((lines) => lines.join('\r\n')).join(''));
    const responded = statusesIn(await rest(socket));
    expect(responded).toEqual([200, 201, 200].slice(0, responded.length));
    expect(numbersIn(fake)).toEqual([0, 1, 2].slice(0, responded.length));
  });

  test.each([
    ['bytes that are not HTTP', 'garbage\r\n\r\n', 400],
    ['a header that is too long', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('pipelined requests get their responses before the error about %s', async (_, last, status) => {
    const fake = await world();
    fake.faults.add({ operation: 'listMockServices', delay: 50 });
    const socket = await openWith(await start(fake));
    socket.write([kinds.get(0).join('\r\n'), kinds.create(1).join('\r\n'), last].join(''));
    expect(statusesIn(await rest(socket))).toEqual([200, 201, status]);
    expect(numbersIn(fake)).toEqual([0, 1]);
  });
});

test('the idle timeout after one response does not interrupt the next pipelined request', async () => {
  const seed = { mockServices: Array.from({ length: 5_000 }, (_, n) => mockService(n)) };
  const fake = createFakeServer({ seed });
  fake.faults.add({ operation: 'createMockService', delay: 400 });
  const socket = await openWith(await start(fake, { idleTimeout: 100 }));
  const last = kinds.create(1).toSpliced(-2, 0, 'connection: close');
  socket.write([kinds.get(0).join('\r\n'), last.join('\r\n')].join(''));
  expect(statusesIn(await rest(socket))).toEqual([200, 201]);
});

test('a client that sends pipelined requests without reading responses is disconnected', async () => {
  const seed = { mockServices: Array.from({ length: 60 }, (_, n) => mockService(n)) };
  const fake = createFakeServer({ seed });
  const running = await start(fake, { idleTimeout: 100 });
  const accepted = once(await serverAt(running), 'connection') as Promise<[Socket]>;
  const socket = await openWith(running);
  socket.pause();
  socket.write(kinds.get(0).join('\r\n').repeat(1_500));
  const [served] = await accepted;
  await expect.poll(() => served.destroyed, { timeout: 20_000 }).toBe(true);
  expect(fake.journal.entries().length).toBeGreaterThan(100);
});
