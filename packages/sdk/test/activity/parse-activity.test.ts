import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { createClient } from '@mock-services/sdk';
import { type ActivityEntry, isLogError, type LogSource, parseActivity } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anyEntry } from '../support/activity-arbitraries.ts';
import { anExchange, anOddExchange, idOf } from '../support/activity-entries.ts';
import { failureOf } from '../support/failures.ts';
import { baseUrl, workspaceId } from '../support/fixtures.ts';
import { runs, textNear } from '../../../../tools/lib/near.ts';

/** Yields bytes in chunks of the given size, and counts the chunks that were read. */
function source(text: string | Uint8Array, size: number) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const state = { taken: 0, isEnded: false };
  async function* chunks() {
    try {
      for (let start = 0; start < bytes.length; start += size) {
        state.taken += 1;
        yield await Promise.resolve(bytes.subarray(start, start + size));
      }
    } finally {
      state.isEnded = true;
    }
  }
  return { chunks: chunks(), state };
}

/** Returns the parsed entries, and the error after them. */
async function outcomeOf(chunks: LogSource, options?: Parameters<typeof parseActivity>[1]) {
  const entries: ActivityEntry[] = [];
  try {
    for await (const entry of parseActivity(chunks, options)) entries.push(entry);
  } catch (error) {
    return { entries, error };
  }
  return { entries, error: undefined };
}

const size = fc.integer({ min: 1, max: 2000 });
const log = [1, 2, 3].map((n) =>
  anExchange({
    ...anOddExchange(),
    id: idOf(n),
    timestamp: '2026-03-01T10:00:00Z',
    request: { path: '/ü"]},\\' },
  }),
);
const text = JSON.stringify({ data: log });

describe('parseActivity', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('reads a log from each form of text, bytes and streams', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parse-activity-'));
    const path = join(folder, 'log.json');
    const bytes = new TextEncoder().encode(`\u{feff}${text}`);
    await writeFile(path, bytes);
    const forms: Record<string, () => LogSource> = {
      text: () => text,
      'text with a byte order mark': () => `\u{feff}${text}`,
      bytes: () => bytes,
      'bytes of another realm': () =>
        runInNewContext('new Uint8Array(bytes)', { bytes: [...bytes] }) as LogSource,
      'a file stream of bytes': () => createReadStream(path, { highWaterMark: 7 }),
      'a file stream of text': () => createReadStream(path, { encoding: 'utf8', highWaterMark: 7 }),
      'a list of text': () => Array.from(text),
      'halves of characters': () => text.split(''),
      'text and bytes': () => [text.slice(0, 9), new TextEncoder().encode(text.slice(9))],
      'the body of a response': () => new Response(text).body as AsyncIterable<Uint8Array>,
    };
    try {
      for (const [name, form] of Object.entries(forms))
        expect([name, await outcomeOf(form())]).toEqual([name, { entries: log, error: undefined }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each<[string, unknown, string]>([
    ['a Promise', Promise.resolve(text), 'a log, received a Promise. Did you forget await?'],
    [
      'null',
      null,
      'the log to be text, bytes (Uint8Array or ArrayBuffer) or a stream of them, received null.',
    ],
    [
      'numbers',
      [1],
      'a chunk of the log to be text, bytes (Uint8Array or ArrayBuffer) or a stream of them, received number.',
    ],
  ])('rejects %s with a TypeError that says what was expected', async (_, wrong, expected) => {
    const { error } = await outcomeOf(wrong as LogSource);
    expect(error).toEqual(new TypeError(`parseActivity: expected ${expected}`));
  });

  test('yields the same entries as JSON.parse for any chunk size', async () => {
    const others = fc.dictionary(
      fc.string().filter((name) => name !== 'data'),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const logs = fc.tuple(fc.array(anyEntry, { maxLength: 4 }), others, others);
    await fc.assert(
      fc.asyncProperty(
        logs,
        size,
        fc.nat(3),
        fc.boolean(),
        async ([data, before, after], size, indent, isMarked) => {
          const written = JSON.stringify({ ...before, data, ...after, count: 3 }, undefined, indent);
          const bytes = isMarked ? `\u{feff} \n${written}\n ` : written;
          expect(await outcomeOf(source(bytes, size).chunks)).toEqual({ entries: data, error: undefined });
        },
      ),
    );
  });

  test('yields the complete entries of a truncated log, and then throws a LogError', async () => {
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), size, async (length, size) => {
        const { entries, error } = await outcomeOf(source(bytes.subarray(0, length), size).chunks);
        expect(entries).toEqual(log.slice(0, entries.length));
        expect(isLogError(error)).toBe(true);
        expect(error).toMatchObject({ entries: entries.length });
        const complete = log.filter(
          (_, n) =>
            length >= new TextEncoder().encode(JSON.stringify({ data: log.slice(0, n + 1) })).length - 2,
        );
        expect(entries.length).toBe(complete.length);
      }),
    );
  });

  test('accepts only bodies that JSON.parse accepts, and otherwise throws a LogError', async () => {
    const pieces = fc.string({ unit: fc.constantFrom(...'{ } [ ] " : , \\ 1'.split(' ')), maxLength: 4 });
    const element = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...log.map((entry) => JSON.stringify(entry))) },
      pieces,
    );
    const logs = fc.array(element, { maxLength: 4 }).map((elements) => `{"data":[${elements.join(',')}]}`);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(logs, textNear({ data: log }), fc.string(), pieces),
        size,
        async (text, size) => {
          const { entries, error } = await outcomeOf(source(text, size).chunks);
          // As `Response.json` reads it: without a byte order mark.
          const body = new TextDecoder().decode(new TextEncoder().encode(text));
          const parsed = error === undefined ? (JSON.parse(body) as { data: unknown }).data : entries;
          expect(entries).toEqual(parsed);
          expect(error === undefined || isLogError(error)).toBe(true);
        },
      ),
      runs(500),
    );
  });

  test.each([
    ['', '', 'object', 'syntax'],
    ['[]', '', 'object', 'shape'],
    ['{}', 'data', 'array', 'shape'],
    ['{"data":{}}', 'data', 'array', 'shape'],
    ['{"data":[],"data":[]}', 'data', 'one field of this name', 'shape'],
    ['{"data":[],"more":1,"d\\u0061ta":1}', 'data', 'one field of this name', 'shape'],
    ['{"data":[canary]}', 'data[0]', 'JSON', 'syntax'],
    ['{"data":[,]}', 'data[0]', 'JSON', 'syntax'],
    ['{"data":["canary"]}', 'data[0]', 'object', 'shape'],
    ['{"data":[]} canary', '', 'the end of the body', 'syntax'],
    ['{"data":[]}\xc3', '', 'the end of the body', 'syntax'],
    ['{"data":[],:1}', '', 'a name and a colon', 'syntax'],
    ['{"data":[],7:1}', '', 'a name and a colon', 'syntax'],
    ['{"data":[],"more":{]}', 'more', 'JSON', 'syntax'],
    ['{"data":[],}', '', 'a name and a colon', 'syntax'],
    ['{"data":[] "canary"}', '', 'the end of the object', 'syntax'],
    [
      `{"data":[${JSON.stringify(anExchange({ timestamp: 'canary' }))}]}`,
      'data[0].timestamp',
      'ISO 8601 UTC timestamp',
      'shape',
    ],
  ])(
    'throws a LogError that names the place without quoting the body `%s`',
    async (body, path, expected, fault) => {
      const { error } = await outcomeOf(source(Buffer.from(body, 'latin1'), 7).chunks);
      expect(error).toMatchObject({ name: 'LogError', fault, entries: 0, issues: [{ path, expected }] });
      expect(String(error)).not.toContain('canary');
    },
  );

  test('yields the entries of the first of two `data` fields', async () => {
    const both = `${text.slice(0, -1)},"data":${JSON.stringify(log)}}`;
    const { entries, error } = await outcomeOf(source(both, 700).chunks);
    expect(entries).toEqual(log);
    expect(error).toMatchObject({ fault: 'shape', issues: [{ pointer: '/data', received: 'a second one' }] });
  });

  test('rethrows an error of its source after yielding the entries before it', async () => {
    const cut = new Error('cut');
    async function* broken() {
      yield* source(text.slice(0, -40), 100).chunks;
      throw cut;
    }
    expect(await outcomeOf(broken())).toEqual({ entries: log.slice(0, 2), error: cut });
  });

  test('accepts entries of exactly maxEntryLength characters and rejects endless ones', async () => {
    const length = JSON.stringify(log[0]).length;
    expect(await outcomeOf(source(text, 100).chunks, { maxEntryLength: length })).toEqual({
      entries: log,
      error: undefined,
    });
    async function* endless() {
      yield new TextEncoder().encode(`{"data":[${JSON.stringify(log[0])},{"id":"`);
      for (;;) yield await Promise.resolve(new Uint8Array(1000).fill(0x61));
    }
    const issues = [
      { path: 'data', expected: `values of at most ${length} characters`, received: 'a longer one' },
    ];
    expect(await outcomeOf(endless(), { maxEntryLength: length })).toMatchObject({
      entries: [log[0]],
      error: { fault: 'shape', issues },
    });
    const tooShort = await outcomeOf(source(text, 100).chunks, { maxEntryLength: length - 1 });
    expect(tooShort).toMatchObject({ entries: [], error: { issues: [{ received: 'a longer one' }] } });
  });

  test.each<[string, (chunks: AsyncIterable<Uint8Array>) => Promise<unknown>]>([
    ['parseActivity', async (chunks) => parseActivity(chunks).next()],
    [
      'activity.stream',
      async (chunks) => {
        const fetch = () => Promise.resolve(Object.defineProperty(new Response(), 'body', { value: chunks }));
        return createClient({ baseUrl, fetch }).activity.stream(workspaceId).next();
      },
    ],
  ])('%s rejects an entry of more than 268,435,456 characters by default', async (_, read) => {
    let pieces = 0;
    // All pieces share the memory of one string.
    const piece = Buffer.alloc(2 ** 20, 'a').toString('latin1');
    const decode = () => (pieces === 1 ? '{"data":["' : piece);
    vi.stubGlobal(
      'TextDecoder',
      class {
        decode = decode;
      },
    );
    async function* endless() {
      for (;;) {
        pieces += 1;
        yield await Promise.resolve(new Uint8Array(1));
      }
    }
    const issues = [{ expected: 'values of at most 268435456 characters' }];
    expect(await failureOf(read(endless()))).toMatchObject({ issues });
    expect(pieces).toBe(1 + 256);
  });

  test('parseActivity reads each ArrayBuffer of a stream, and names a chunk of another type', async () => {
    const { buffer } = new TextEncoder().encode(text);
    for (const given of [buffer, [buffer.slice(0, 9), buffer.slice(9)]])
      expect(await outcomeOf(given as never)).toMatchObject({ entries: log });
    const view = new DataView(buffer);
    for (const [given, received] of [
      [[view], /a chunk of the log .* received DataView\.$/],
      [view, /the log .* received DataView\.$/],
      [new Uint16Array(2), /the log .* received Uint16Array\.$/],
    ] as const) {
      const { error } = await outcomeOf(given as never);
      expect(String(error)).toMatch(received);
    }
  });

  test('a client reads a body of ArrayBuffers, and names a chunk of another type', async () => {
    const { buffer } = new TextEncoder().encode(text);
    const clientOf = (chunk: unknown) => {
      async function* chunks() {
        yield await Promise.resolve(chunk);
      }
      const fetch = () => Promise.resolve(Object.defineProperty(new Response(), 'body', { value: chunks() }));
      return createClient({ baseUrl, fetch }).activity;
    };
    expect(await clientOf(buffer).list(workspaceId)).toEqual(log);
    expect((await clientOf(buffer).stream(workspaceId).next()).value).toEqual(log[0]);
    const view = new DataView(buffer);
    for (const work of [clientOf(view).list(workspaceId), clientOf(view).stream(workspaceId).next()])
      expect(String(await failureOf(work))).toContain('a chunk of the type DataView');
  });

  test('parseActivity throws a TypeError for an invalid option', async () => {
    for (const options of [{ maxEntryLength: 0 }, { maxEntryLength: null }, { maxLength: 1 }, null]) {
      const { error } = await outcomeOf(source(text, 100).chunks, options as object);
      expect(error).toBeInstanceOf(TypeError);
    }
  });

  test('reads at most two chunks ahead, and closes its source if the loop ends early', async () => {
    const entry = JSON.stringify(log[0]);
    const { chunks, state } = source(`{"data":[${Array(1000).fill(entry).join(',')}]}`, entry.length);
    let seen = 0;
    for await (const _ of parseActivity(chunks)) {
      seen += 1;
      expect(state.taken).toBeLessThanOrEqual(seen + 2);
      if (seen === 50) break;
    }
    expect(state.isEnded).toBe(true);
  });
});
