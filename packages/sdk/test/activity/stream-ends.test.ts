import { createClient } from '@mock-services/sdk';
import { streamActivity, type StreamOptions } from '@mock-services/sdk/activity';
import { describe, expect, test, vi } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { workspaceId } from '../support/fixtures.ts';
import { startWireServer } from '../support/wire-server.ts';

const entries = [1, 2, 3].map((n) => anExchange({ id: idOf(n) }));
const log = JSON.stringify({ data: entries });

async function idsOf(stream: AsyncIterable<{ readonly id: string }>) {
  const ids: string[] = [];
  for await (const { id } of stream) ids.push(id);
  return ids;
}

test('the chunks of a log can be read once', async () => {
  await using server = await startWireServer((_, response) => response.end(log));
  const { chunks } = await createClient({ baseUrl: server.url }).activity.open(workspaceId);
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  expect(bytes).toBe(log.length);
  const again = async () => {
    for await (const _ of chunks) bytes += 1;
  };
  await expect(again()).rejects.toThrow(
    new TypeError('the chunks of this log were read already, and are not kept: open it once more.'),
  );
});

test('an abort between two entries of one chunk ends the stream there', async () => {
  await using server = await startWireServer((_, response) => response.end(log));
  const controller = new AbortController();
  const stream = streamActivity(createClient({ baseUrl: server.url }), workspaceId, {
    signal: controller.signal,
  });
  expect((await stream.next()).value).toEqual(entries[0]);
  controller.abort('enough');
  await expect(stream.next()).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
});

test('an abort is not taken for the end, even if the source ignores it', async () => {
  const opened = {
    chunks: new Blob([log]).stream(),
    failure: (reason: unknown) => Promise.resolve(new Error('refused', { cause: reason })),
  };
  const controller = new AbortController();
  const opener = { activity: { open: () => Promise.resolve(opened) } };
  const stream = streamActivity(opener, workspaceId, { signal: controller.signal });
  expect((await stream.next()).value).toEqual(entries[0]);
  controller.abort(new Error('enough'));
  await expect(stream.next()).rejects.toThrow('enough');
});

test('a totalTimeout of the client does not limit a stream', async () => {
  vi.useFakeTimers();
  try {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const client = createClient({
      baseUrl: 'https://mocks.example.com',
      fetch: () => Promise.resolve(new Response(readable)),
      timeout: 60_000,
      totalTimeout: 1000,
    });
    const writer = writable.getWriter();
    const bytes = new TextEncoder().encode(log);
    const reading = idsOf(streamActivity(client, workspaceId));
    for (const half of [bytes.subarray(0, 700), bytes.subarray(700)]) {
      await vi.advanceTimersByTimeAsync(30_000);
      await writer.write(half);
    }
    await writer.close();
    expect(await reading).toEqual(entries.map(({ id }) => id));
  } finally {
    vi.useRealTimers();
  }
});

describe('a log that never ends and never makes the reader wait', () => {
  const bytes = new TextEncoder();
  const endless = () =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(bytes.encode(`{"data":[${JSON.stringify(entries[0])}`));
          },
          pull: (controller) => {
            controller.enqueue(bytes.encode(`,${JSON.stringify(entries[0])}`));
          },
        }),
      ),
    );
  const client = createClient({ baseUrl: 'https://mocks.example.com', fetch: endless });
  /** Reads until something ends the stream, with time for timers; gives up after a thousand entries. */
  async function readOn(options: StreamOptions, work: () => void = () => undefined) {
    let read = 0;
    for await (const _ of streamActivity(client, workspaceId, options)) {
      read += 1;
      work();
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (read === 1000) return;
    }
  }

  test('is ended by an abort', async () => {
    const controller = new AbortController();
    const reading = readOn({ signal: controller.signal }, () => {
      controller.abort('enough');
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  });

  test('is ended by totalTimeout', async () => {
    await expect(readOn({ totalTimeout: 50 })).rejects.toMatchObject({
      name: 'TimeoutError',
      phase: 'total',
    });
  });
});
