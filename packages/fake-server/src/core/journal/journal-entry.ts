/** What the journal keeps of a request: its type, the schema that checks and the JSON Schema follow from, its text. */
import { redact } from '@mock-services/sdk/activity';
import { timestamp, type ActivityEntry, type OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { integer, operationId, textMap, type Fields } from '../fields.ts';
import { bytesOf } from '../world/json.ts';

/** A request that a fake server received. */
export interface ReceivedRequest {
  /** `undefined` if no endpoint has the method and path. */
  readonly operation?: OperationId | undefined;
  /** Values of the path parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  /** Path as sent, with the query string if there is one. */
  readonly path: string;
  /** Header name, in lower case, to value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; empty if there was none. */
  readonly body: string;
}

/**
 * A request in the journal. Values of headers and query parameters that carry credentials are left out; so are the headers and the
 * body of a request that was too long for the journal.
 */
export interface JournalEntry extends ReceivedRequest {
  /** Counts from 1 since the last reset or `journal.clear()`. */
  readonly number: number;
  /** The fake server's time when it received the request: ISO 8601 UTC text. */
  readonly time: string;
  /** Status of the response, also when a fault kept it from the client. */
  readonly status: number;
  /** Id of the fault that was applied. */
  readonly fault?: number | undefined;
  /** How the request breaks the contract, or why the fake server failed to respond to it. */
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
 * The text of an entry, without credentials.
 *
 * @param maxBytes - If the text would be longer, headers, parameters and body are left out.
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

/** `undefined` if the text would be longer than a string can be: an escape can have six characters for one. */
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

/** Credentials are recognized as in recorded exchanges. */
function withoutCredentials(
  part: Partial<Pick<JournalEntry, 'path' | 'headers'>>,
): Pick<JournalEntry, 'path' | 'headers'> {
  const nothing = { headers: {}, bodyBase64Encoded: '' };
  const request = { hostname: '', port: 0, method: '', path: '', ...nothing, ...part };
  const response = { ...nothing, statusCode: 0, responseTimeMs: 0 };
  const entry: ActivityEntry = { id: '', timestamp: '', metadata: { scenarioId: '' }, request, response };
  return redact([entry])[0]?.request ?? request;
}

/** Clients send the same paths and headers again and again: results for the latest are kept, and not to be changed. */
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
