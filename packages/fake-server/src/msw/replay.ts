import { http, type HttpHandler } from 'msw';
import { bodyOf } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/contract';
import { onceEach } from './handlers.ts';

/**
 * Creates MSW request handlers that replay the responses of recorded exchanges. A handler compares the method, host,
 * port, path and query of a request. If a request was recorded several times, its responses are replayed in order, and
 * the last response is repeated. A request without a recorded exchange is left to other handlers.
 *
 * Bodies are replayed without their content-encoding. A response is not replayed if its status, such as 101, is not
 * allowed in a `Response` object.
 *
 * @throws {BodyError} if the body of a response is not Base64. The entry point `activity` of the SDK exports
 * `BodyError`.
 * @example
 * ```ts
 * import { replayHandlers } from '@mock-services/fake-server';
 * import { setupServer } from 'msw/node';
 *
 * const server = setupServer(...replayHandlers(await client.activity.list(workspaceId)));
 * ```
 */
export function replayHandlers(entries: readonly ActivityEntry[]): HttpHandler[] {
  const recorded = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const { statusCode } = entry.response;
    if (statusCode < 200 || statusCode > 599) continue;
    // Check the Base64 when the handlers are created, because a later error would fail a request.
    bodyOf(entry, 'response').bytes();
    const { hostname, port, method, path } = entry.request;
    const key = `${method.toUpperCase()} ${hostname.toLowerCase()}:${port} ${path}`;
    const same = recorded.get(key);
    if (same) same.push(entry);
    else recorded.set(key, [entry]);
  }
  return recorded.size === 0
    ? []
    : [
        http.all(
          /./,
          onceEach((request) => replay(recorded, request)),
        ),
      ];
}

async function replay(
  recorded: ReadonlyMap<string, ActivityEntry[]>,
  { method, url }: Request,
): Promise<Response | undefined> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const defaultPort = protocol === 'http:' ? '80' : '443';
  const queue = recorded.get(
    `${method.toUpperCase()} ${hostname}:${port || defaultPort} ${pathname}${search}`,
  );
  if (queue === undefined) return undefined;
  const entry = queue.length > 1 ? queue.shift() : queue[0];
  return entry && responseOf(entry);
}

/** Headers that describe the transfer of a body instead of its content. */
const transferHeaders = new Set(['connection', 'content-encoding', 'keep-alive', 'transfer-encoding']);

async function responseOf(entry: ActivityEntry): Promise<Response> {
  const { statusCode: status, headers: recordedHeaders } = entry.response;
  const bytes = await bytesOf(entry);
  const headers = new Headers();
  for (const [name, value] of Object.entries(recordedHeaders)) setIfPossible(headers, name, value);
  headers.set('content-length', String(bytes.length));
  const isBodyless = status === 204 || status === 205 || status === 304;
  return new Response(isBodyless ? null : bytes, { status, headers });
}

/** Returns the decoded body. If the body cannot be decoded, returns the recorded bytes. */
async function bytesOf(entry: ActivityEntry): Promise<Uint8Array<ArrayBuffer>> {
  const body = bodyOf(entry, 'response');
  try {
    return await body.decodedBytes();
  } catch {
    return body.bytes();
  }
}

/** Sets a header, unless `Headers` rejects the header. Recorded data may contain invalid headers. */
function setIfPossible(headers: Headers, name: string, value: string): void {
  if (transferHeaders.has(name.toLowerCase())) return;
  try {
    headers.set(name, value);
  } catch {
    // A client that uses `fetch` could not have received an invalid header.
  }
}
