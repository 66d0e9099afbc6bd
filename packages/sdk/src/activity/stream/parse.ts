import { check, placeOf } from '../../contract/check.ts';
import type { Issue } from '../../contract/issue.ts';
import type { ActivityEntry } from '../../contract/resources.ts';
import { activityEntry } from '../../contract/schemas.ts';
import { LogError } from '../errors/log-error.ts';
import { JsonReader } from './json-reader.ts';

/**
 * Reads an activity log (the response body of §4, endpoint 1) as it arrives, for logs too large to hold: at
 * most one chunk and one entry are in memory, and nothing is read before the next entry is asked for. Each
 * entry is checked as the client does it. Leaving the loop ends the source.
 *
 * @param chunks - The body of a response, or a file that is read as a stream.
 * @throws {@link LogError}, after the entries that did arrive, when the body is no log or ends early; and what
 *   the source itself throws.
 * @example
 * ```ts
 * import { createReadStream } from 'node:fs';
 * import { parseActivity } from '@mock-services/sdk/activity';
 *
 * for await (const { request } of parseActivity(createReadStream('log.json'))) console.log(request.path);
 * ```
 */
export async function* parseActivity(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ActivityEntry, void, undefined> {
  const source = chunks[Symbol.asyncIterator]();
  const reader = new JsonReader(source);
  let count = 0;
  try {
    for await (const pieces of elementsOf(reader, () => count)) {
      yield entryOf(pieces, count);
      count += 1;
    }
  } finally {
    await source.return?.();
  }
}

/** The elements of `data`, each in the pieces in which it came. Other fields are passed over. */
async function* elementsOf(reader: JsonReader, count: () => number): AsyncGenerator<Uint8Array[], void> {
  const expect = async (character: string, path: readonly PropertyKey[], what: string) => {
    if (await reader.accept(character)) return;
    const end = (await reader.peek()) === undefined;
    throw new LogError(count(), [issueAt(path, what, end ? 'the end of the body' : 'something else')]);
  };
  // A byte order mark; JSON may not have one, yet some servers send it.
  for (const byte of ['\u{ef}', '\u{bb}', '\u{bf}']) await reader.accept(byte);
  await expect('{', [], 'object');
  let isFound = false;
  if ((await reader.peek()) !== '}') {
    do {
      const key = parse(await reader.value(true), count(), []);
      await expect(':', [], 'a colon');
      if (key === 'data') {
        isFound = true;
        await expect('[', ['data'], 'array');
        if (!(await reader.accept(']'))) {
          do yield await reader.value(true);
          while (await reader.accept(','));
          await expect(']', ['data'], 'a comma, or the end of the array');
        }
      } else await reader.value(false);
    } while (await reader.accept(','));
  }
  await expect('}', [], 'a comma, or the end of the object');
  if ((await reader.peek()) !== undefined) {
    throw new LogError(count(), [issueAt([], 'the end of the body', 'something else')]);
  }
  if (!isFound) throw new LogError(0, [issueAt(['data'], 'array', 'nothing')]);
}

function entryOf(pieces: readonly Uint8Array[], index: number): ActivityEntry {
  const value = parse(pieces, index, ['data', index]);
  const issues = check(activityEntry, value);
  if (issues.length > 0) {
    throw new LogError(
      index,
      issues.map((issue) => ({
        ...issue,
        path: `data[${index}]${/^[[]|^$/.test(issue.path) ? '' : '.'}${issue.path}`,
        pointer: `/data/${index}${issue.pointer}`,
      })),
    );
  }
  // The check above has just shown that it is one.
  return value as ActivityEntry;
}

function parse(pieces: readonly Uint8Array[], count: number, path: readonly PropertyKey[]): unknown {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
  try {
    return JSON.parse(text);
  } catch {
    // The platform's own message quotes the text.
    throw new LogError(count, [
      issueAt(path, 'JSON', text === '' ? 'nothing' : 'something that is not, or ends early'),
    ]);
  }
}

function issueAt(path: readonly PropertyKey[], expected: string, received: string): Issue {
  return { ...placeOf(path), expected, received };
}
