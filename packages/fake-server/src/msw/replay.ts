import { http, type HttpHandler } from 'msw';
import { bodyOf } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/contract';

/**
 * Recorded exchanges as MSW request handlers: what was requested then is answered as it was then. Requests are told
 * apart by method, host, port, path and query; where several were the same, their answers come one after the other,
 * and the last one again and again. What was not recorded is left to other handlers.
 *
 * Bodies are replayed without their content-encoding, so nothing has to be decoded again. Statuses that a response
 * cannot have, such as 101, are not replayed.
 *
 * @throws {BodyError} (`@mock-services/sdk/activity`) when the body of a response is no Base64.
 * @example
 * ```ts
 * import { replayHandlers } from '@mock-services/fake-server';
 * import { setupServer } from 'msw/node';
 *
 * const server = setupServer(...replayHandlers(await client.activity.list(workspaceId)));
 * ```
 */
export function replayHandlers(entries: readonly ActivityEntry[]): HttpHandler[] {
  const answers = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const { statusCode } = entry.response;
    if (statusCode < 200 || statusCode > 599) continue;
    // A body that is no Base64 is a mistake to learn of here, not at some request.
    bodyOf(entry.response, entry).bytes();
    const { hostname, port, method, path } = entry.request;
    const key = keyOf(method, `${hostname}:${port}`, path);
    const same = answers.get(key);
    if (same) same.push(entry);
    else answers.set(key, [entry]);
  }
  return answers.size === 0 ? [] : [http.all(/.*/, ({ request }) => replay(answers, request))];
}

async function replay(
  answers: ReadonlyMap<string, ActivityEntry[]>,
  { method, url }: Request,
): Promise<Response | undefined> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const usual = protocol === 'http:' ? '80' : '443';
  const queue = answers.get(keyOf(method, `${hostname}:${port || usual}`, pathname + search));
  if (queue === undefined) return undefined;
  const entry = queue.length > 1 ? queue.shift() : queue[0];
  return entry && responseOf(entry);
}

function keyOf(method: string, host: string, path: string): string {
  return [method.toUpperCase(), host.toLowerCase(), path].join(' ');
}

/** Headers that speak of how a body was sent, not of what it is. */
const ofTransport = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

async function responseOf(entry: ActivityEntry): Promise<Response> {
  const { statusCode: status, headers: recorded } = entry.response;
  const bytes = await bytesOf(entry);
  const headers = new Headers();
  for (const [name, value] of Object.entries(recorded)) setIfPossible(headers, name, value);
  headers.set('content-length', String(bytes.length));
  const isNull = status === 204 || status === 205 || status === 304;
  return new Response(isNull || bytes.length === 0 ? null : bytes, { status, headers });
}

/** The body as it was before it was encoded, or as it was recorded where that cannot be told. */
async function bytesOf(entry: ActivityEntry): Promise<Uint8Array<ArrayBuffer>> {
  const body = bodyOf(entry.response, entry);
  try {
    return await body.decodedBytes();
  } catch {
    return body.bytes();
  }
}

/** What was recorded may hold what `Headers` does not take. */
function setIfPossible(headers: Headers, name: string, value: string): void {
  if (ofTransport.has(name.toLowerCase())) return;
  try {
    headers.set(name, value);
  } catch {
    // Left out: nobody could have received it through fetch.
  }
}
