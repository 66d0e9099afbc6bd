import type { LogFault } from '../errors/log-error.ts';
import type { JsonReader } from './json-reader.ts';
import { parsed } from './parsed.ts';

/** Makes the error for a place where something else was expected. */
export type Refuse = (
  fault: LogFault,
  path: readonly PropertyKey[],
  expected: string,
  received: string,
) => Error;

/**
 * The texts of the elements of the array `data`, in batches of those that arrived together. Other fields are
 * passed over: they are open (§2). What is around the elements is checked here, what is in them is not.
 */
export async function* elementsOf(reader: JsonReader, refuse: Refuse): AsyncGenerator<string[], void> {
  let isFound = false;
  await expectValue(reader, '{', (fault) => refuse(fault, [], 'object', 'something else, or nothing'));
  if ((await reader.peek()) !== '}') {
    do {
      const noName = () => refuse('syntax', [], 'a name and a colon', 'something else, or the end');
      const name = parsed(await reader.value(), noName);
      if (typeof name !== 'string') throw noName();
      await expect(reader, ':', noName);
      const isData = name === 'data';
      if (isData) yield* arrayOf(reader, refuse);
      else {
        parsed(await reader.value(), () =>
          refuse('syntax', [name], 'JSON', 'something that is not, or ends early'),
        );
      }
      isFound ||= isData;
    } while (await reader.accept(','));
  }
  await expect(reader, '}', () =>
    refuse('syntax', [], 'the end of the object', 'something else, or nothing'),
  );
  if ((await reader.peek()) !== undefined)
    throw refuse('syntax', [], 'the end of the body', 'something else');
  if (!isFound) throw refuse('shape', ['data'], 'array', 'nothing');
}

async function* arrayOf(reader: JsonReader, refuse: Refuse): AsyncGenerator<string[], void> {
  await expectValue(reader, '[', (fault) => refuse(fault, ['data'], 'array', 'something else, or nothing'));
  if (await reader.accept(']')) return;
  do {
    // Most elements are whole in the text that is there: nothing is waited for between these.
    const batch = [await reader.value()];
    for (let next = reader.following(); next !== undefined; next = reader.following()) batch.push(next);
    yield batch;
  } while (await reader.accept(','));
  await expect(reader, ']', () =>
    refuse('syntax', ['data'], 'the end of the array', 'something else, or nothing'),
  );
}

/** A value of another type is a log of another shape; anything else is not JSON. */
async function expectValue(
  reader: JsonReader,
  character: string,
  error: (fault: LogFault) => Error,
): Promise<void> {
  const first = await reader.peek();
  const beginsValue = first !== undefined && /[[{"\dtfn-]/.test(first);
  await expect(reader, character, () => error(beginsValue ? 'shape' : 'syntax'));
}

async function expect(reader: JsonReader, character: string, error: () => Error): Promise<void> {
  if (!(await reader.accept(character))) throw error();
}
