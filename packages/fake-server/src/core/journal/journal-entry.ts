/** A journal entry: its type, its schema, and its stored text. */
import { redact } from '@mock-services/sdk/activity';
import { timestamp, type ActivityEntry, type OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { integer, operationId, textMap, type Fields } from '../fields.ts';
import { bytesOf } from '../world/json.ts';

/** A request that a fake server received. */
export interface ReceivedRequest {
  /** The requested operation, or `undefined` if no endpoint matches the method and the path. */
  readonly operation?: OperationId | undefined;
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  /** Path of the request as sent, including the query string. */
  readonly path: string;
  /** Request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request body as a string. The string is empty if the request has no body. */
  readonly body: string;
}

/**
 * A request in the journal. Credentials are removed from the headers and the query parameters. If a request is too
 * long for the journal, the entry omits the headers, parameters and body.
 */
export interface JournalEntry extends ReceivedRequest {
  /** Sequence number of the request, starting at 1 after a reset or `journal.clear()`. */
  readonly number: number;
  /** Time at which the fake server received the request according to its clock, as an ISO 8601 timestamp in UTC. */
  readonly time: string;
  /** Status of the response, even if a fault prevented the response from reaching the client. */
  readonly status: number;
  /** Id of the fault that was applied to the request, if any. */
  readonly fault?: number | undefined;
  /** Describes how the request breaks the contract, or why the fake server could not handle the request. */
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

/**
 * Returns the JSON text of an entry, without credentials.
 *
 * @param maxBytes - Maximum size of the text in bytes. If the complete text would exceed `maxBytes`, the headers,
 * parameters and body are omitted.
 */
export function entryText(entry: JournalEntry, maxBytes: number): string {
  const { path, headers, body } = entry;
  if (bytesOf(body) <= maxBytes) {
    const clean = { ...entry, path: cleanPath(path), headers: cleanHeaders(headers) };
    const text = serialized(clean);
    if (text !== undefined && bytesOf(text) <= maxBytes) return text;
  }
  const short = { method: entry.method.slice(0, 32), path: cleanPath(path.slice(0, 256)) };
  return JSON.stringify({ ...entry, params: {}, headers: {}, body: '', ...short });
}

/**
 * Returns `undefined` if the JSON would exceed the maximum length of a string. In JSON, an escaped character can take
 * six characters.
 */
function serialized(entry: object): string | undefined {
  try {
    return JSON.stringify(entry);
  } catch {
    return undefined;
  }
}

const cleanPath = /*@__PURE__*/ remembered((path: string) => withoutCredentials({ path }).path);
const cleanHeaders = /*@__PURE__*/ remembered(
  (headers: Readonly<Record<string, string>>) => withoutCredentials({ headers }).headers,
);

/**
 * Removes credentials from a request with the rules of `redact`, which removes credentials from recorded exchanges.
 */
function withoutCredentials(
  part: Partial<Pick<JournalEntry, 'path' | 'headers'>>,
): Pick<JournalEntry, 'path' | 'headers'> {
  const nothing = { headers: {}, bodyBase64Encoded: '' };
  const request = { hostname: '', port: 0, method: '', path: '', ...nothing, ...part };
  const response = { ...nothing, statusCode: 0, responseTimeMs: 0 };
  const entry: ActivityEntry = { id: '', timestamp: '', metadata: { scenarioId: '' }, request, response };
  return redact([entry])[0]?.request ?? request;
}

/**
 * Caches recent results, because clients often send the same paths and headers. Callers must not change a cached
 * result.
 */
function remembered<Given, Result>(act: (given: Given) => Result): (given: Given) => Result {
  const [most, longestKey] = [100, 4096];
  const known = new Map<string, Result>();
  return (given) => {
    const key = JSON.stringify(given);
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = act(given);
    if (known.size === most) known.clear();
    if (key.length <= longestKey) known.set(key, result);
    return result;
  };
}
