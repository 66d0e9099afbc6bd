import { isLogError, parseActivity } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anyEntry } from '../support/activity-arbitraries.ts';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { textNear } from '../../../../tools/lib/near.ts';

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

/** Returns the parsed entries, and the error that `parseActivity` throws after the entries. */
async function outcomeOf(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ entries: ActivityEntry[]; error: unknown }> {
  const entries: ActivityEntry[] = [];
  try {
    for await (const entry of parseActivity(chunks)) entries.push(entry);
  } catch (error) {
    return { entries, error };
  }
  return { entries, error: undefined };
}

const size = fc.integer({ min: 1, max: 2000 });
const log = [1, 2, 3].map((n) => anExchange({ id: idOf(n), request: { path: '/"]},\\' } }));
const text = JSON.stringify({ data: log });

test('parseActivity yields the same entries as JSON.parse for any chunk size', async () => {
  const others = fc.dictionary(
    fc.string().filter((name) => name !== 'data'),
    fc.jsonValue({ maxDepth: 2 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEntry, { maxLength: 4 }),
      others,
      others,
      size,
      fc.nat(3),
      async (data, before, after, size, indent) => {
        const written = JSON.stringify({ ...before, data, ...after, count: 3 }, undefined, indent);
        expect(await outcomeOf(source(written, size).chunks)).toEqual({ entries: data, error: undefined });
      },
    ),
  );
});

test('parseActivity skips a byte order mark and whitespace around the log', async () => {
  const { entries } = await outcomeOf(source(`\u{feff} \n${text}\n `, 1).chunks);
  expect(entries).toEqual(log);
});

test('parseActivity throws a LogError if an incomplete UTF-8 character follows the log', async () => {
  const bytes = Uint8Array.from([...new TextEncoder().encode(text), 0xc3]);
  const { entries, error } = await outcomeOf(source(bytes, 100).chunks);
  expect(entries).toEqual(log);
  expect(error).toMatchObject({ name: 'LogError', issues: [{ expected: 'the end of the body' }] });
});

test('parseActivity yields the complete entries of a truncated log and then throws a LogError', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), size, async (length, size) => {
      const { entries, error } = await outcomeOf(source(text.slice(0, length), size).chunks);
      expect(isLogError(error)).toBe(true);
      expect(entries).toEqual(log.slice(0, entries.length));
      expect(error).toMatchObject({ entries: entries.length });
    }),
  );
});

test('parseActivity yields entries or throws a LogError for any body', async () => {
  const body = fc.oneof(
    textNear({ data: log }),
    fc.string(),
    fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', 'data', '\\', '1') }),
  );
  await fc.assert(
    fc.asyncProperty(body, size, async (body, size) => {
      const { error } = await outcomeOf(source(body, size).chunks);
      expect(error === undefined || isLogError(error)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('parseActivity accepts only bodies that JSON.parse accepts', async () => {
  const element = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...log.map((entry) => JSON.stringify(entry))) },
    fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', ' ', '1'), maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 4 }), size, async (elements, size) => {
      const body = `{"data":[${elements.join(',')}]}`;
      const { entries, error } = await outcomeOf(source(body, size).chunks);
      // If parsing throws an error, only the entries before the error are compared.
      const parsed = error === undefined ? (JSON.parse(body) as { data: unknown[] }).data : undefined;
      const before = elements.slice(0, entries.length).map((element): unknown => JSON.parse(element));
      expect(entries).toEqual(parsed ?? before);
    }),
    { numRuns: 1000 },
  );
});

test('parseActivity throws a LogError if the log has a second `data` field', async () => {
  const both = `${text.slice(0, -1)},"data":${JSON.stringify(log)}}`;
  await fc.assert(
    fc.asyncProperty(size, async (size) => {
      const { entries, error } = await outcomeOf(source(both, size).chunks);
      expect(entries).toEqual(log);
      expect(error).toMatchObject({
        name: 'LogError',
        fault: 'shape',
        issues: [{ path: 'data', pointer: '/data', received: 'a second one' }],
      });
    }),
  );
});

describe('errors of parseActivity', () => {
  test.each([
    ['', '', 'object'],
    ['[]', '', 'object'],
    ['{}', 'data', 'array'],
    ['{"data":{}}', 'data', 'array'],
    ['{"data":[],"data":[]}', 'data', 'one field of this name'],
    ['{"data":[],"more":1,"d\\u0061ta":1}', 'data', 'one field of this name'],
    ['{"data":[canary]}', 'data[0]', 'JSON'],
    ['{"data":[,]}', 'data[0]', 'JSON'],
    ['{"data":["canary"]}', 'data[0]', 'object'],
    ['{"data":[]} canary', '', 'the end of the body'],
    ['{"data":[],:1}', '', 'a name and a colon'],
    ['{"data":[],7:1}', '', 'a name and a colon'],
    ['{"data":[],"more":{]}', 'more', 'JSON'],
    ['{"data":[],}', '', 'a name and a colon'],
    ['{"data":[] "canary"}', '', 'the end of the object'],
    [
      `{"data":[${JSON.stringify({ ...log[0], timestamp: 'canary' })}]}`,
      'data[0].timestamp',
      'ISO 8601 UTC timestamp',
    ],
  ])('a LogError names the invalid path and does not quote the body %s', async (body, path, expected) => {
    const { error } = await outcomeOf(source(body, 7).chunks);
    expect(error).toMatchObject({ name: 'LogError', entries: 0, issues: [{ path, expected }] });
    expect(String(error)).not.toContain('canary');
  });

  test('parseActivity yields the preceding entries and then rethrows the error of its source', async () => {
    const cut = new Error('cut');
    async function* broken() {
      yield* source(text.slice(0, -40), 100).chunks;
      throw cut;
    }
    const { entries, error } = await outcomeOf(broken());
    expect(error).toBe(cut);
    expect(entries).toEqual(log.slice(0, 2));
  });
});

describe('large log entries', () => {
  // If parsing took quadratic time, the test would exceed its time limit. Each chunk arrives in a separate turn of the
  // event loop, so that the time limit can interrupt the test.
  async function* inTurns(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      await new Promise((resolve) => setImmediate(resolve));
      yield chunk;
    }
  }

  test.each([
    ['plain text', 'x'],
    ['escapes', String.raw`\"\\`],
    ['brackets', '{]['],
  ])('parseActivity parses an entry of 20 MB in 40,000 chunks in linear time: %s', async (_, part) => {
    const path = `"${part.repeat(20_000_000 / part.length)}"`;
    const body = text.replace(JSON.stringify(log[0]?.request.path), () => path);
    const { entries, error } = await outcomeOf(inTurns(source(body, 500).chunks));
    expect(error).toBeUndefined();
    expect(entries.map(({ request }) => request.path.length)).toEqual([
      (JSON.parse(path) as string).length,
      ...log.slice(1).map(({ request }) => request.path.length),
    ]);
  });

  test('parseActivity parses an entry with millions of nested brackets in linear time', async () => {
    const deep = `${'['.repeat(1000)}${'[{}],'.repeat(4_000_000)}1${']'.repeat(1000)}`;
    const body = text.replace('"metadata":{', () => `"extra":${deep},"metadata":{`);
    const { entries, error } = await outcomeOf(inTurns(source(body, 500).chunks));
    expect(error).toBeUndefined();
    expect(entries).toHaveLength(3);
  });
});

test('parseActivity parses a long chunk only as far as the loop requests', async () => {
  const many = `{"data":[${Array(2000).fill(JSON.stringify(log[0])).join(',')}]}`;
  const parse = vi.spyOn(JSON, 'parse');
  try {
    for await (const entry of parseActivity(source(many, many.length).chunks)) {
      expect(entry.id).toBe(idOf(1));
      break;
    }
    const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(parsed).toBeGreaterThan(0);
    expect(parsed).toBeLessThan(100_000);
  } finally {
    parse.mockRestore();
  }
});

test('parseActivity reads at most two chunks ahead and closes its source if the loop ends early', async () => {
  const entry = JSON.stringify(log[0]);
  const { chunks, state } = source(`{"data":[${Array(1000).fill(entry).join(',')}]}`, entry.length);
  let seen = 0;
  for await (const one of parseActivity(chunks)) {
    expect(one.id).toBe(idOf(1));
    seen += 1;
    expect(state.taken).toBeLessThanOrEqual(seen + 2);
    if (seen === 50) break;
  }
  expect(state.isEnded).toBe(true);
});
