import { bodyOf, encodeBase64, metadataField, redact } from '@mock-services/sdk/activity';
import type { ActivityEntry, OperationId } from '@mock-services/sdk/contract';
import { parseUrl } from '../http/base-url.ts';
import type { ReceivedRequest } from '../http/message.ts';

/**
 * A request in the journal with its response, in the form of an activity entry, so the functions of
 * `@mock-services/sdk/activity` can read it. Header names are in lower case, and bodies are decoded. Credentials are
 * replaced when the entry is printed or serialized as JSON.
 */
export interface JournalEntry extends ActivityEntry {
  /** Sequence number, starting at 1 after a reset or `journal.clear()`. */
  readonly number: number;
  /** `undefined` if no endpoint matches the method and the path. */
  readonly operation?: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Id of the fault that was applied. The response may not have reached the client. */
  readonly fault?: number | undefined;
  /** The contract violation, or the reason why the fake server could not handle the request. */
  readonly problem?: string | undefined;
  /** `true` if the journal was too full for the response's body, which is then empty. */
  readonly responseBodyLeftOut?: true | undefined;
}

/** A request before its response exists, as a `match` function of a fault receives it. */
export type UnansweredRequest = Pick<
  JournalEntry,
  'operation' | 'params' | 'timestamp' | 'metadata' | 'request'
>;

/** The journal has no scenarios, because only the entries of a workspace have a scenario (§2.5). */
const noScenario = '00000000-0000-0000-0000-000000000000';

export function entryId(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

export function describeRequest(
  { operation, params, method, path, headers, body, origin, sentPath }: ReceivedRequest,
  timestamp: string,
  baseUrl: URL,
): UnansweredRequest {
  // A client may send a malformed host.
  const { protocol, hostname, port } = parseUrl(origin ?? '') ?? baseUrl;
  const scheme = protocol.slice(0, -1);
  return {
    ...(operation && { operation }),
    params: Object.freeze({ ...params }),
    timestamp,
    metadata: Object.freeze({
      scenarioId: noScenario,
      [metadataField]: Object.freeze({ decoded: true, scheme, ...(sentPath && { path: sentPath }) }),
    }),
    request: message(headers, body, {
      method,
      hostname,
      port: Number(port) || (scheme === 'http' ? 80 : 443),
      path,
    }),
  };
}

/** Encodes the body when it is read, because most bodies are never read. */
export function message<Others extends object>(
  headers: Readonly<Record<string, string>>,
  body: string,
  others: Others,
): Others & Pick<ActivityEntry['request'], 'headers' | 'bodyBase64Encoded'> {
  let encoded: string | undefined;
  return Object.freeze({
    ...others,
    headers: Object.freeze({ ...headers }),
    get bodyBase64Encoded() {
      return (encoded ??= encodeBase64(new TextEncoder().encode(body)));
    },
  });
}

const inspect = Symbol.for('nodejs.util.inspect.custom');

/** Freeze the entry, because callers receive the journal's own entries. */
export function seal(entry: JournalEntry): JournalEntry {
  // Node prints a value with its `inspect` method. Enumerable methods would look like fields of the entry.
  return Object.freeze(
    Object.defineProperties(entry, {
      toJSON: { value: () => redacted(entry) },
      [inspect]: { value: () => readable(redacted(entry)) },
    }),
  );
}

function redacted(entry: JournalEntry): JournalEntry {
  return redact([entry])[0] ?? entry;
}

function readable(entry: JournalEntry): object {
  const { metadata: _, ...fields } = entry;
  const withText = (side: 'request' | 'response'): object => {
    const { bodyBase64Encoded: __, ...message } = entry[side];
    return { ...message, body: bodyOf(entry, side).text() };
  };
  return { ...fields, request: withText('request'), response: withText('response') };
}

/** Returns, for example, `#3 POST /configuration/mock-service → 201 (createMockService)`. */
export function lineOf(entry: JournalEntry): string {
  const { number, operation, fault, problem, request, response } = redacted(entry);
  const notes = [operation ?? [], fault === undefined ? [] : `fault ${fault}`].flat().join(', ');
  const line = `#${number} ${request.method} ${request.path} → ${response.statusCode}${notes && ` (${notes})`}`;
  return problem === undefined ? line : `${line}: ${problem}`;
}
