/** Logs as they are fetched, by the number of entries unless they say otherwise. */
import {
  parseActivity,
  streamActivity,
  waitForActivity,
  watchActivity,
  type ActivityReader,
} from '@mock-services/sdk/activity';
import { linear, type Act, type Probe } from '../../../../tools/bench/growth.ts';
import { logText, workspaceId } from '../entries.ts';
import { clientOf, entriesOf, entryWith, failing } from './samples.ts';

/** The bytes of a text in chunks of a size. */
function chunksOf(text: string, chunkSize: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let start = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (start >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(start, (start += chunkSize)));
    },
  });
}

async function countOf(entries: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of entries) count += 1;
  return count;
}

function parsing(name: string, n: number, textOf: (size: number) => string, chunkSize = 65_536): Probe {
  return linear(`parseActivity of ${name}`, n, (size) => {
    const text = textOf(size);
    return () => countOf(parseActivity(chunksOf(text, chunkSize)));
  });
}

/** A log that gains an entry with each read. */
function readerOf(size: number): ActivityReader {
  const entries = entriesOf(size + 1);
  return { activity: { list: () => Promise.resolve(entries) } };
}

function watching(size: number): Act {
  const reader = readerOf(size);
  return async () => {
    let count = 0;
    for await (const _ of watchActivity(reader, workspaceId, { interval: 10 })) {
      count += 1;
      if (count > size) break;
    }
  };
}

const oneEntry = (size: number) =>
  JSON.stringify({ data: [entryWith({ bodyBase64Encoded: btoa('x'.repeat(size)) })] });

export const logProbes: readonly Probe[] = [
  parsing('many entries', 200, logText),
  parsing('many entries in tiny chunks', 5, logText, 7),
  parsing('one long entry', 100_000, oneEntry),
  parsing('one long entry in small chunks', 50_000, oneEntry, 100),
  parsing('a long unknown field', 400_000, (size) => JSON.stringify({ note: 'x'.repeat(size), data: [] })),
  parsing('many unknown fields', 1000, (size) =>
    JSON.stringify({ note: Array.from({ length: size }, (_, n) => ({ n })), data: [] }),
  ),
  linear('LogError of one entry with many wrong headers', 1500, (size) => {
    const [entry] = entriesOf(1);
    const headers = Object.fromEntries(Array.from({ length: size }, (_, n) => [`x-${n}`, [n]]));
    const text = JSON.stringify({ data: [{ ...entry, request: { ...entry?.request, headers } }] });
    return failing(() => countOf(parseActivity(chunksOf(text, 65_536))));
  }),
  linear('streamActivity', 200, (size) => {
    const client = clientOf(logText(size));
    return () => countOf(streamActivity(client, workspaceId));
  }),
  linear('streamActivity of wrong entries, which warn', 400, (size) => {
    const client = clientOf(
      { data: Array.from({ length: size }, (_, n) => ({ id: n })) },
      { validation: 'warn' },
    );
    return () => countOf(streamActivity(client, workspaceId));
  }),
  linear('watchActivity', 2000, watching),
  linear('waitForActivity for the last entry', 500, (size) => {
    const reader = readerOf(size);
    return () => waitForActivity(reader, workspaceId, { body: { order: size } });
  }),
  linear('waitForActivity that gives up', 2000, (size) => {
    const reader = readerOf(size);
    return failing(() => waitForActivity(reader, workspaceId, { method: 'PUT' }, { timeout: 5 }));
  }),
];
