import { acceptsActivityEntry } from '../../contract/accepts.ts';
import { check } from '../../contract/check.ts';
import type { Issue } from '../../contract/issue.ts';
import { placeOf } from '../../contract/place.ts';
import type { ActivityEntry } from '../../contract/resources.ts';
import { activityEntry } from '../../contract/schemas.ts';
import { LogError } from '../errors/log-error.ts';
import { elementsOf, type Refuse, textOf } from './elements.ts';
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
  let count = 0;
  const refuse: Refuse = (fault, path, expected, received) =>
    new LogError(fault, count, [{ ...placeOf(path), expected, received }]);
  try {
    for await (const batch of elementsOf(new JsonReader(source), refuse)) {
      for (const pieces of batch) {
        yield entryOf(textOf(pieces), count, refuse);
        count += 1;
      }
    }
  } finally {
    await source.return?.();
  }
}

function entryOf(text: string, index: number, refuse: Refuse): ActivityEntry {
  const value = parse(text, () =>
    refuse('syntax', ['data', index], 'JSON', 'something that is not, or ends early'),
  );
  if (!acceptsActivityEntry(value)) {
    const issues = check(activityEntry, value).map((issue) => within(index, issue));
    throw new LogError('shape', index, issues);
  }
  // The check above has just shown that it is one.
  return value as ActivityEntry;
}

function parse(text: string, error: () => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The platform's own message quotes the text.
    throw error();
  }
}

/** An issue of an entry as one of the whole body. */
function within(index: number, issue: Issue): Issue {
  const separator = issue.path === '' || issue.path.startsWith('[') ? '' : '.';
  return {
    ...issue,
    path: `data[${index}]${separator}${issue.path}`,
    pointer: `/data/${index}${issue.pointer}`,
  };
}
