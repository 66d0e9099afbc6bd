import { createFakeServer } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';
import { startServer, type Started } from './start-server.ts';

/** Sends a POST. If the body has several chunks, the request has no content-length. */
function post({ url, fetch }: Started, body: string | readonly Uint8Array[]): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  if (typeof body === 'string') return fetch(url + mockServicePath, { method: 'POST', headers, body });
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers,
    body: streamOf(body),
    duplex: 'half',
  };
  return fetch(url + mockServicePath, init);
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (stream) => {
      for (const chunk of chunks) stream.enqueue(chunk);
      stream.close();
    },
  });
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('a request body that is too long', () => {
  test.each<[string, string | readonly Uint8Array[]]>([
    ['in chunks', Array.from({ length: 3 }, () => bytesOf(' '.repeat(400)))],
    ['in characters of several bytes', '☃'.repeat(334)],
  ])('a request body that is too long gets 413 and changes no data: %s', async (_, body) => {
    const fake = createFakeServer();
    const before = everythingOf(fake);
    const started = await startServer({ maxBodyBytes: 1000 }, fake);
    const response = await post(started, body);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      413,
      'application/problem+json',
    ]);
    expect(await response.json()).toMatchObject({
      title: 'Content Too Large',
      detail: expect.stringContaining('1000 bytes') as string,
    });
    expect(everythingOf(fake)).toEqual(before);
  });
});

test('a body of exactly `maxBodyBytes` is accepted, even if a chunk splits a character', async () => {
  const started = await startServer({ maxBodyBytes: 1000 });
  const text = JSON.stringify(input({ title: 'Größe 📦' }));
  const bytes = bytesOf(text + ' '.repeat(1000 - bytesOf(text).length));
  const created = await post(
    started,
    Array.from(bytes, (byte) => Uint8Array.of(byte)),
  );
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { id: string };
  expect(started.fake.mockServices.get(id)).toMatchObject({ title: 'Größe 📦' });
});

describe('a request body in another encoding', () => {
  const title = (bytes: readonly number[]) => [
    ...bytesOf('{"type":"REST","title":"'),
    ...bytes,
    ...bytesOf('"}'),
  ];
  const latin1 = [0x47, 0x72, 0xf6, 0xdf, 0x65];
  const json = 'application/json';
  const type = (charset: string) => ({ 'content-type': `${json}; charset=${charset}` });
  const notUtf8 = 'The body is not valid UTF-8.';

  test.each<[string, Record<string, string>, readonly number[], number, string]>([
    ['in Latin-1', {}, title(latin1), 400, notUtf8],
    ['with a declared charset', type('iso-8859-1'), title(latin1), 415, 'must be utf-8; it is "iso-8859-1".'],
    [
      'that is compressed',
      { 'content-encoding': 'gzip' },
      [0x1f, 0x8b, 8, 0],
      415,
      'content-encoding is "gzip".',
    ],
  ])(
    'a body %s gets an error that says so, and changes no data',
    async (_, headers, bytes, status, detail) => {
      const fake = createFakeServer();
      const { url, fetch } = await startServer({ admin: true }, fake);
      const send = (path: string) =>
        fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': json, ...headers },
          body: Uint8Array.from(bytes),
        });
      for (const path of [mockServicePath, '/__fake/seed']) {
        const response = await send(path);
        expect([path, response.status]).toEqual([path, status]);
        const problem = (await response.json()) as { detail: string };
        expect(problem.detail).toContain(detail);
      }
      expect(fake.mockServices.list()).toEqual([]);
      expect(fake.journal.problems().map((entry) => entry.problem)).toEqual([
        expect.stringContaining(detail) as string,
      ]);
    },
  );

  test.each<Record<string, string>>([type('"UTF-8"; version=1'), { 'content-encoding': 'identity' }])(
    'a body in UTF-8 with the headers %j is accepted',
    async (headers) => {
      const { url, fetch, fake } = await startServer();
      // The replacement character itself and a byte order mark are valid.
      const body = bytesOf(`\uFEFF${JSON.stringify(input({ title: 'Größe 📦 \uFFFD' }))}`);
      const sent = { method: 'POST', headers: { 'content-type': json, ...headers }, body };
      const { id } = (await (await fetch(url + mockServicePath, sent)).json()) as { id: string };
      expect(fake.mockServices.get(id)).toMatchObject({ title: 'Größe 📦 \uFFFD' });
    },
  );
});
