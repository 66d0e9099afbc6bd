import { gzipSync } from 'node:zlib';
import { bodyOf, decodeBodies, parseActivity, streamActivity } from '@mock-services/sdk/activity';
import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { anExchange, base64, idOf } from '../support/activity-entries.ts';
import { anEntry, workspaceId } from '../support/fixtures.ts';

const zipped = (length: number) => base64(gzipSync(Buffer.alloc(length, ' ')));
const gzip = { 'content-encoding': 'gzip' };
function bombs(count: number, length: number) {
  const bomb = anExchange({ response: { headers: gzip, bodyBase64Encoded: zipped(length) } });
  return Array.from({ length: count }, (_, index) => ({ ...bomb, id: idOf(index + 1) }));
}

describe('all bodies that are decoded together have a limit', () => {
  test('which is the sum of their bytes', async () => {
    const [one, two, three] = bombs(3, 1000);
    const entries = [one, two, three].filter((entry) => entry !== undefined);
    await expect(decodeBodies(entries, { maxTotalBytes: 3000 })).resolves.toHaveLength(3);
    await expect(decodeBodies(entries, { maxTotalBytes: 2999 })).rejects.toMatchObject({
      name: 'BodyError',
      fault: 'size',
      entryId: idOf(3),
      field: 'response.bodyBase64Encoded',
      message: expect.stringContaining(
        'the decoded bodies are longer than maxTotalBytes of 2999. Raise that, or decode fewer entries.',
      ) as string,
    });
  });

  test('bodies without a content-encoding included', async () => {
    const plain = anExchange({
      request: { bodyBase64Encoded: base64('a'.repeat(100)) },
      response: { bodyBase64Encoded: '' },
    });
    await expect(decodeBodies([plain, plain], { maxTotalBytes: 199 })).rejects.toMatchObject({
      fault: 'size',
    });
    await expect(decodeBodies([plain, plain], { maxTotalBytes: 200 })).resolves.toHaveLength(2);
  });

  test('256 MiB when nothing is said', async () => {
    const entries = bombs(5, 64 * 1024 * 1024);
    await expect(decodeBodies(entries)).rejects.toMatchObject({ fault: 'size', entryId: idOf(5) });
  });

  test('and one body too long for its own limit is reported as such', async () => {
    await expect(decodeBodies(bombs(2, 1000), { maxBytes: 999 })).rejects.toMatchObject({
      entryId: idOf(1),
      message: expect.stringContaining('longer than 999 bytes when decoded') as string,
    });
  });

  test('and within it all are decoded', async () => {
    const decoded = await decodeBodies(bombs(20, 50));
    expect(decoded.map((entry) => bodyOf(entry.response, entry).text())).toEqual(
      decoded.map(() => ' '.repeat(50)),
    );
  });
});

describe('an entry of a log that is read as it arrives has a limit', () => {
  const entry = anEntry();
  const length = JSON.stringify(entry).length;
  const log = new TextEncoder().encode(JSON.stringify({ data: [entry, entry] }));
  const endless = new TextEncoder().encode(`{"data":[${JSON.stringify(entry)},{"id":"`);
  /** A log whose second entry never ends. */
  async function* endlessLog() {
    yield endless;
    for (;;) yield await Promise.resolve(new Uint8Array(1000).fill(0x61));
  }
  const read = async (entries: AsyncIterable<unknown>) => {
    let count = 0;
    try {
      for await (const _ of entries) count += 1;
      return { count };
    } catch (error) {
      return { count, error };
    }
  };

  test('in parseActivity, as a LogError after the entries before it', async () => {
    expect(await read(parseActivity(endlessLog(), { maxEntryLength: 10_000 }))).toMatchObject({
      count: 1,
      error: { name: 'LogError', fault: 'shape', issues: [{ path: 'data', received: 'a longer one' }] },
    });
  });

  test('in streamActivity, as a ValidationError, while maxResponseBytes does not matter', async () => {
    const fetch = () => Promise.resolve(new Response(log));
    const client = createClient({ baseUrl: 'https://mocks.example.com', fetch, maxResponseBytes: 10 });
    expect(await read(streamActivity(client, workspaceId, { maxEntryLength: length }))).toEqual({ count: 2 });
    expect(await read(streamActivity(client, workspaceId, { maxEntryLength: length - 1 }))).toMatchObject({
      count: 0,
      error: { name: 'ValidationError', side: 'response' },
    });
    await expect(client.activity.list(workspaceId)).rejects.toThrow(/maxResponseBytes/);
  });
});
