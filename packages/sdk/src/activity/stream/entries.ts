import { isActivityEntry } from '../../contract/validators.gen.ts';
import { check } from '../../contract/check.ts';
import type { Issue } from '../../contract/issue.ts';
import { placeOf } from '../../contract/place.ts';
import type { ActivityEntry } from '../../contract/resources.ts';
import { activityEntry } from '../../contract/schemas.ts';
import { LogError } from '../errors/log-error.ts';
import { elementsOf, type Refuse } from './elements.ts';
import { JsonReader } from './json-reader.ts';
import { parsed } from './parsed.ts';
import { textsOf } from './texts.ts';

/** What to do about an entry of another shape: throw, or look on. It is handed on then. */
export type OnDifference = (error: LogError) => void;

/**
 * The entries of a log, in batches of those that arrived together, so that whoever hands them on waits for nothing between
 * them. Where a batch breaks off, it throws after the entries before.
 *
 * @param onDifference - Entries are not checked without it.
 */
export async function* batchesOf(
  chunks: AsyncIterable<Uint8Array>,
  onDifference: OnDifference | undefined,
): AsyncGenerator<Iterable<ActivityEntry>, void> {
  let count = 0;
  const refuse: Refuse = (fault, path, expected, received) =>
    new LogError(fault, count, [{ ...placeOf(path), expected, received }]);
  const notJson = () => refuse('syntax', ['data', count], 'JSON', 'something that is not, or ends early');
  function* entriesIn(elements: readonly string[]): Generator<ActivityEntry, void> {
    for (const value of valuesIn(elements, notJson)) {
      if (onDifference && !isActivityEntry(value)) onDifference(differenceIn(value, count));
      // It is one, or its difference was let pass.
      yield value as ActivityEntry;
      count += 1;
    }
  }
  const texts = textsOf(chunks);
  try {
    for await (const elements of elementsOf(new JsonReader(texts), refuse)) yield entriesIn(elements);
  } finally {
    await texts.return();
  }
}

/** Parses all at once, which is faster; where one is not JSON, one by one, for the sake of those before it. */
function valuesIn(elements: readonly string[], error: () => Error): Iterable<unknown> {
  try {
    const values = JSON.parse(`[${elements.join(',')}]`) as unknown[];
    // Nothing at all, between brackets, is JSON.
    if (values.length === elements.length) return values;
  } catch {
    // Told below, without the platform's own message, which quotes the text.
  }
  return parsedOneByOne(elements, error);
}

function* parsedOneByOne(elements: readonly string[], error: () => Error): Generator<unknown, void> {
  for (const element of elements) yield parsed(element, error);
}

function differenceIn(value: unknown, index: number): LogError {
  const issues = check(activityEntry, value).map((issue) => within(index, issue));
  return new LogError('shape', index, issues);
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
