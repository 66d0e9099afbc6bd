import type { LogFault } from '../errors/log-error.ts';
import type { JsonReader } from './json-reader.ts';

/** Makes the error for a place where something else was expected. */
export type Refuse = (
  fault: LogFault,
  path: readonly PropertyKey[],
  expected: string,
  received: string,
) => Error;

/**
 * The elements of the array `data`, each as the pieces of its bytes, in batches of those that arrived together. Other fields are passed over: they are
 * open (§2). What is around the elements is checked here, what is in them is not.
 */
export async function* elementsOf(reader: JsonReader, refuse: Refuse): AsyncGenerator<Uint8Array[][], void> {
  // A byte order mark; JSON may not have one, yet some servers send it.
  for (const byte of ['\u{ef}', '\u{bb}', '\u{bf}']) await reader.accept(byte);
  let isFound = false;
  await expectValue(reader, '{', (fault) => refuse(fault, [], 'object', 'something else, or nothing'));
  if ((await reader.peek()) !== '}') {
    do {
      const isData = textOf(await reader.value(true)) === '"data"';
      await expect(reader, ':', () =>
        refuse('syntax', [], 'a name and a colon', 'something else, or the end'),
      );
      if (isData) yield* arrayOf(reader, refuse);
      else await reader.value(false);
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

async function* arrayOf(reader: JsonReader, refuse: Refuse): AsyncGenerator<Uint8Array[][], void> {
  await expectValue(reader, '[', (fault) => refuse(fault, ['data'], 'array', 'something else, or nothing'));
  if (await reader.accept(']')) return;
  do {
    // Most elements are whole in the chunk that is there: nothing is waited for between these.
    const batch = [await reader.value(true)];
    for (let next = reader.following(); next !== undefined; next = reader.following()) batch.push([next]);
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

const utf8 = /*@__PURE__*/ new TextDecoder();

/** Pieces of UTF-8 as one text. */
export function textOf(pieces: readonly Uint8Array[]): string {
  const [first] = pieces;
  if (pieces.length === 1) return utf8.decode(first);
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}
