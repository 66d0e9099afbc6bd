import { isLogError, parseActivity } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEntry } from '../support/activity-any-entry.ts';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { anyMutation, mutated } from '../support/activity-mutation.ts';

/** Bytes in chunks of some size, and how many of them were taken. */
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

/** What is read, and what ends the reading. */
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

test('whatever the chunks, the entries are those of JSON.parse', async () => {
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

test('a byte order mark and white space are passed over', async () => {
  const { entries } = await outcomeOf(source(`\u{feff} \n${text}\n `, 1).chunks);
  expect(entries).toEqual(log);
});

test('a body that ends early gives the entries that did arrive, and then a LogError', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), size, async (length, size) => {
      const { entries, error } = await outcomeOf(source(text.slice(0, length), size).chunks);
      expect(isLogError(error)).toBe(true);
      expect(entries).toEqual(log.slice(0, entries.length));
      expect(error).toMatchObject({ entries: entries.length });
    }),
  );
});

test('any body is entries or a LogError', async () => {
  const body = fc.oneof(
    fc
      .array(anyMutation, { minLength: 1, maxLength: 2 })
      .map((all) => JSON.stringify(all.reduce(mutated, { data: log }))),
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

describe('an error', () => {
  test.each([
    ['', '', 'object'],
    ['[]', '', 'object'],
    ['{}', 'data', 'array'],
    ['{"data":{}}', 'data', 'array'],
    ['{"data":[canary]}', 'data[0]', 'JSON'],
    ['{"data":[,]}', 'data[0]', 'JSON'],
    ['{"data":["canary"]}', 'data[0]', 'object'],
    ['{"data":[]} canary', '', 'the end of the body'],
    ['{"data":[],}', '', 'a name and a colon'],
    ['{"data":[] "canary"}', '', 'the end of the object'],
    [
      `{"data":[${JSON.stringify({ ...log[0], timestamp: 'canary' })}]}`,
      'data[0].timestamp',
      'ISO 8601 UTC timestamp',
    ],
  ])('of %s says where, and quotes nothing', async (body, path, expected) => {
    const { error } = await outcomeOf(source(body, 7).chunks);
    expect(error).toMatchObject({ name: 'LogError', entries: 0, issues: [{ path, expected }] });
    expect(String(error)).not.toContain('canary');
  });

  test('of the source itself comes as it is, after the entries before', async () => {
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

test('nothing is read ahead, and leaving the loop ends the source', async () => {
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
