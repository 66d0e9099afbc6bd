/** Where things are in a JSON text, for errors that name line and column. */
import { JsonMistake, JsonScanner } from './json-scanner.ts';

/** The places of a JSON text. */
export interface JsonPlaces {
  /** `:line:column` of the value at a JSON pointer, or of the nearest value around it; empty when unknown. */
  readonly at: (pointer: string) => string;
  /** The first thing that is not well-formed. */
  readonly mistake: { readonly at: string; readonly reason: string } | undefined;
}

export function locate(text: string): JsonPlaces {
  const scanner = new JsonScanner(text);
  const mistake = mistakeIn(scanner);
  return {
    at: (pointer) => placeOf(text, offsetOf(scanner.offsets, pointer)),
    mistake: mistake && { at: placeOf(text, mistake.offset), reason: mistake.message },
  };
}

function mistakeIn(scanner: JsonScanner): JsonMistake | undefined {
  try {
    scanner.scan();
    return undefined;
  } catch (error) {
    // Nested too deeply to be scanned: its places stay unknown.
    if (error instanceof RangeError) return undefined;
    if (error instanceof JsonMistake) return error;
    throw error;
  }
}

function offsetOf(offsets: ReadonlyMap<string, number>, pointer: string): number | undefined {
  const offset = offsets.get(pointer);
  if (offset !== undefined || pointer === '') return offset;
  return offsetOf(offsets, pointer.slice(0, pointer.lastIndexOf('/')));
}

function placeOf(text: string, offset: number | undefined): string {
  if (offset === undefined) return '';
  const before = text.slice(0, offset).split('\n');
  return `:${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
