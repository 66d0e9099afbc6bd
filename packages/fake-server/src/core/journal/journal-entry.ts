import type { ActivityEntry, OperationId } from '@mock-services/sdk/contract';
import { redact } from '@mock-services/sdk/activity';
import { toTimestamp } from '../time/instant.ts';
import type { WireRequest } from '../http/message.ts';

/** A request that a fake server received, without the values of headers and parameters that carry credentials. */
export interface JournalEntry {
  /** Counts from 1 since the last reset. */
  readonly number: number;
  /** The fake server's time when it came: ISO 8601 UTC text. */
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
  /** Body as text; empty when there was none, or when the whole was too long for the journal. */
  readonly body: string;
  /** Status it was answered with, also when a fault kept the answer from the client. */
  readonly status: number;
  /** The fault that struck it. */
  readonly fault?: number | undefined;
  /** How it breaks the contract. */
  readonly problem?: string | undefined;
}

/** What is known of a request when it has been answered. */
export interface Received {
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

/** Text that holds on to no object of the request. */
export function toText({ request, time, ...known }: Received, fits: (length: number) => boolean): string {
  const { method, path, headers, body = '' } = request;
  const whole = fits(body.length) && JSON.stringify({ ...known, time, method, path, headers, body });
  if (whole !== false && fits(whole.length)) return whole;
  return JSON.stringify({
    ...known,
    params: {},
    time,
    method: method.slice(0, 32),
    path: path.slice(0, 256),
  });
}

/** The entry that a text stands for. Credentials are taken out here, so that receiving a request costs less. */
export function fromText(text: string): JournalEntry {
  const { time, headers = {}, path, body = '', ...rest } = JSON.parse(text) as Stored;
  const clean = redacted(path, lowerCased(headers));
  return { ...rest, ...clean, body, time: typeof time === 'number' ? toTimestamp(time) : time };
}

/** An entry that is too long has neither headers nor a body. */
type Stored = Omit<JournalEntry, 'time' | 'headers' | 'body'> &
  Partial<Pick<JournalEntry, 'headers' | 'body'>> & { readonly time: number | string };

/** The rule for credentials is that of recorded exchanges. */
function redacted(path: string, headers: Record<string, string>): Pick<JournalEntry, 'path' | 'headers'> {
  const nothing = { headers: {}, bodyBase64Encoded: '' };
  const request = { hostname: '', port: 0, method: '', path, headers, bodyBase64Encoded: '' };
  const response = { ...nothing, statusCode: 0, responseTimeMs: 0 };
  const entry: ActivityEntry = { id: '', timestamp: '', metadata: { scenarioId: '' }, request, response };
  const [clean] = redact([entry]);
  return { path: clean?.request.path ?? '', headers: clean?.request.headers ?? {} };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
