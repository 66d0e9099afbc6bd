/** What the journal keeps of a request: its type, the declaration that checks and JSON Schemas follow from, its text. */
import { redact } from '@mock-services/sdk/activity';
import type { ActivityEntry, OperationId } from '@mock-services/sdk/contract';
import {
  operationId,
  optional,
  required,
  text,
  textMap,
  timestamp,
  wholeNumber,
  type Fields,
} from '../fields.ts';
import { lowerCased, type WireRequest } from '../http/message.ts';
import { toTimestamp } from '../time/instant.ts';

/** A request that a fake server received. Values of headers and parameters that carry credentials are left out. */
export interface JournalEntry {
  /** Counts from 1 since the last reset or `journal.clear()`. */
  readonly number: number;
  /** The fake server's time when it received the request: ISO 8601 UTC text. */
  readonly time: string;
  /** `undefined` when no endpoint has its method and path. */
  readonly operation?: OperationId | undefined;
  /** Values of the path parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  /** Path as sent, with the query string if there is one. */
  readonly path: string;
  /** Header name, in lower case, to value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; empty when there was none, or when the request was too long for the journal. */
  readonly body: string;
  /** Status of the response, also when a fault kept it from the client. */
  readonly status: number;
  /** Id of the fault that struck. */
  readonly fault?: number | undefined;
  /** How the request breaks the contract, or why the fake server failed to respond to it. */
  readonly problem?: string | undefined;
}

export const journalEntryFields: Fields<JournalEntry> = {
  number: required(wholeNumber(0)),
  time: required(timestamp),
  operation: optional(operationId),
  params: required(textMap),
  method: required(text),
  path: required(text),
  headers: required(textMap),
  body: required(text),
  status: required(wholeNumber(0)),
  fault: optional(wholeNumber(0)),
  problem: optional(text),
};

/** What is known of a request once there is a response. */
export interface ReceivedRequest {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly request: WireRequest;
  readonly operation: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
  readonly fault: number | undefined;
  readonly problem: string | undefined;
}

/** Text, which keeps no object of the request alive. @param fits - Whether so many characters can be kept. */
export function toText(
  { request, time, ...known }: ReceivedRequest,
  fits: (length: number) => boolean,
): string {
  const { method, path, headers, body = '' } = request;
  const whole = fits(body.length) && serialized({ ...known, time, method, path, headers, body });
  if (whole !== false && fits(whole.length)) return whole;
  return JSON.stringify({
    ...known,
    params: {},
    time,
    method: method.slice(0, 32),
    path: path.slice(0, 256),
  });
}

/** `false` when it is longer than a string can be: escapes take up to six characters for one. */
function serialized(entry: object): string | false {
  try {
    return JSON.stringify(entry);
  } catch {
    return false;
  }
}

/** The entry of a text. Credentials are removed on reading, which happens less often than receiving. */
export function fromText(text: string): JournalEntry {
  const { time, headers = {}, path, body = '', ...rest } = JSON.parse(text) as StoredEntry;
  const clean = { path: cleanPath(path), headers: { ...cleanHeaders(lowerCased(headers)) } };
  return { ...rest, ...clean, body, time: typeof time === 'number' ? toTimestamp(time) : time };
}

/** An entry that was too long has neither headers nor a body. */
type StoredEntry = Omit<JournalEntry, 'time' | 'headers' | 'body'> &
  Partial<Pick<JournalEntry, 'headers' | 'body'>> & { readonly time: number | string };

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
