import { redact } from '@mock-services/sdk/activity';
import { timestamp, type ActivityEntry, type OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { integer, operationId, textMap, type Fields } from '../fields.ts';
import { bytesOf } from '../json.ts';

export interface ReceivedRequest {
  /** `undefined` if no endpoint matches the method and the path. */
  readonly operation?: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  /** Path as sent, including the query string. */
  readonly path: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the request has no body. */
  readonly body: string;
}

/**
 * A request in the journal. If a request is too long, its headers, parameters and body are omitted. Credentials in
 * headers and query are replaced when the entry is printed or serialized as JSON.
 */
export interface JournalEntry extends ReceivedRequest {
  /** Sequence number, starting at 1 after a reset or `journal.clear()`. */
  readonly number: number;
  /** Time of the fake server's clock, as an ISO 8601 timestamp in UTC. */
  readonly time: string;
  /** Status of the response, even if a fault prevented it from reaching the client. */
  readonly status: number;
  /** Id of the fault that was applied. */
  readonly fault?: number | undefined;
  /** How the request broke the contract, or why the fake server could not handle it. */
  readonly problem?: string | undefined;
}

export const journalEntrySchema = z.strictObject({
  number: integer(0),
  time: timestamp,
  operation: z.optional(operationId),
  params: textMap,
  method: z.string(),
  path: z.string(),
  headers: textMap,
  body: z.string(),
  status: integer(0),
  fault: z.optional(integer(0)),
  problem: z.optional(z.string()),
} satisfies Fields<JournalEntry>);

/** Estimated length of the fields that are not counted one by one, such as the numbers and the time. */
const fixedCharacters = 200;

export function entryBytes({ method, path, params, headers, body, problem = '' }: JournalEntry): number {
  const named = [params, headers].flatMap((map) => Object.entries(map).flat());
  return [method, path, body, problem, ...named].reduce(
    (bytes, text) => bytes + bytesOf(text),
    2 * fixedCharacters,
  );
}

const inspect = Symbol.for('nodejs.util.inspect.custom');

export function entryOf(given: JournalEntry, maxBytes: number): JournalEntry {
  const kept = entryBytes(given) <= maxBytes ? given : shortened(given);
  // Callers receive the entries of the journal, so they must not be able to change them.
  const entry = { ...kept, headers: frozenCopy(kept.headers), params: frozenCopy(kept.params) };
  const shown = { value: () => redacted(entry) };
  // Node calls a value's `inspect` method to print the value. Enumerable methods would look like fields of the entry.
  return Object.freeze(Object.defineProperties(entry, { toJSON: shown, [inspect]: shown }));
}

function frozenCopy(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.freeze({ ...texts });
}

function shortened(entry: JournalEntry): JournalEntry {
  const { method, path } = entry;
  return {
    ...entry,
    method: method.slice(0, 32),
    path: path.slice(0, 256),
    params: {},
    headers: {},
    body: '',
  };
}

export function redacted(entry: JournalEntry): JournalEntry {
  const { path, headers } = entry;
  const clean = withoutCredentials({ path, headers });
  return { ...entry, params: { ...entry.params }, path: clean.path, headers: { ...clean.headers } };
}

export function withoutCredentials({
  path,
  headers,
}: Pick<JournalEntry, 'path' | 'headers'>): Pick<JournalEntry, 'path' | 'headers'> {
  const nothing = { headers: {}, bodyBase64Encoded: '' };
  const request = { ...nothing, hostname: '', port: 0, method: '', path, headers };
  const response = { ...nothing, statusCode: 0, responseTimeMs: 0 };
  const exchange: ActivityEntry = { id: '', timestamp: '', metadata: { scenarioId: '' }, request, response };
  const clean = redact([exchange])[0]?.request ?? request;
  return { path: clean.path, headers: clean.headers };
}
