/** The journal as a snapshot has it. */
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { JournalState } from '../journal/recorder.ts';
import { wholeNumber } from './whole-number.ts';
import { typeName } from '../type-name.ts';

/** What each field of an entry holds. */
const types: { readonly [Field in keyof JournalEntry]-?: string } = {
  number: 'number',
  time: 'string',
  operation: 'string',
  params: 'object',
  method: 'string',
  path: 'string',
  headers: 'object',
  body: 'string',
  status: 'number',
  fault: 'number',
  problem: 'string',
};

const optional = new Set(['operation', 'fault', 'problem']);

/** @throws {RangeError} when it is not what a recorder has saved. */
export function readJournal({ next, entries, problems }: JournalState): JournalState {
  for (const entry of [...entries, ...problems]) checkEntry(entry);
  return { next: wholeNumber(next), entries, problems };
}

function checkEntry(entry: JournalEntry): void {
  for (const [field, type] of Object.entries(types)) {
    const found = typeName(Reflect.get(entry, field));
    if (found !== type && !(found === 'nothing' && optional.has(field))) {
      throw new RangeError(`${field} is no ${type}`);
    }
  }
  if (Object.values(entry.headers).some((value) => typeof value !== 'string')) {
    throw new RangeError('a header is no string');
  }
}
