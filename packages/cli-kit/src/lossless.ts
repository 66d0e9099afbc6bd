/** `JSON.parse` silently drops members with repeated names and digits of long numbers, so both are reported here. */
import { type InexactNumber, inexactNumbers, locate } from '@mock-services/sdk/contract';
import { type JSONPath, visit } from 'jsonc-parser';
import type { Terminal } from './terminal.ts';
import { redactField, shown } from './text.ts';

export interface Loss {
  readonly keys: JSONPath;
  readonly offset: number;
  /** Offset of the first member that has the repeated name. */
  readonly first?: number;
  readonly text: string;
}

export function lossesIn(json: string): Loss[] {
  const numbers = inexactNumbers(json).map((number) => ({
    keys: [...number.keys],
    offset: number.offset,
    text: `${pathOf(number.keys)}: ${changeOf(number)}. Use a number of up to 15 digits, or a string`,
  }));
  return [...repeatedNames(json), ...numbers].toSorted((one, other) => one.offset - other.offset);
}

/** Names that differ only in their escape sequences, such as `a` and `\u0061`, count as equal. */
function repeatedNames(json: string): Loss[] {
  const found: Loss[] = [];
  const objects: Map<string, number>[] = [];
  visit(json, {
    onObjectBegin: () => void objects.push(new Map()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty: (name, offset, _length, _line, _character, path) => {
      const offsets = objects.at(-1);
      const first = offsets?.get(name);
      if (first === undefined) offsets?.set(name, offset);
      else {
        const keys = [...path(), name];
        found.push({ keys, offset, first, text: `${pathOf(keys)}: this name occurs twice` });
      }
    },
  });
  return found;
}

/** Returns the data of a response, and reports the numbers in the data that JavaScript has changed. */
export type ExactReader = <Data>(reading: Reading<Data>) => Promise<Data>;

type Reading<Data> = PromiseLike<Data> & {
  readonly withResponse?: () => Promise<{
    readonly data: Data;
    readonly response: { readonly url: string; readonly text: string };
  }>;
};

/** Creates a reader that reports each field of a list only once, even if many items have that field. */
export function exactReader({ error }: Pick<Terminal, 'error'>): ExactReader {
  const reported = new Set<string>();
  return async (reading) => {
    if (reading.withResponse === undefined) return reading;
    const { data, response } = await reading.withResponse();
    for (const number of inexactNumbers(response.text)) {
      const keys = number.keys.map((key, depth) => (depth === 1 && typeof key === 'number' ? '' : key));
      const field = `${response.url} ${JSON.stringify(keys)}`;
      if (reported.has(field)) continue;
      reported.add(field);
      error(
        `${shown(response.url)}: ${pathOf(number.keys)}: ${changeOf(number)}, so the output may differ from what the service has.`,
      );
    }
    return data;
  };
}

function pathOf(keys: JSONPath | InexactNumber['keys']): string {
  return shown(locate(keys).path);
}

const shownDigits = 40;

/** Returns, for example, `JavaScript changes 9007199254740993 to 9007199254740992`. */
export function changeOf({ keys, literal, value }: InexactNumber): string {
  const isCredential = keys.some((key) => redactField(key, 0) !== 0);
  if (isCredential) return 'JavaScript changes this number';
  const digits = literal.length > shownDigits ? `${literal.slice(0, shownDigits)}…` : literal;
  return `JavaScript changes ${digits} to ${value}`;
}
