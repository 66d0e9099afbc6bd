import { http, type HttpHandler } from 'msw';
import { bodyOf } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/contract';
import { onceEach } from './handlers.ts';

/**
 * Turns recorded exchanges into MSW request handlers that replay the recorded responses. Requests match by method, host,
 * port, path and query. Several responses to the same request are replayed in order, and the last one repeatedly.
 * Requests that were not recorded are left to other handlers.
 *
 * Bodies are replayed without their content-encoding. Statuses that a `Response` cannot have, such as 101, are not
 * replayed.
 *
 * @throws {BodyError} (`@mock-services/sdk/activity`) when the body of a response is not Base64.
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
    // Throws here, rather than at some later request, if the body is not Base64.
    bodyOf(entry.response, entry).bytes();
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

/** Headers about the transfer of a body rather than its content. */
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

/** The decoded body, or the recorded bytes if they cannot be decoded. */
async function bytesOf(entry: ActivityEntry): Promise<Uint8Array<ArrayBuffer>> {
  const body = bodyOf(entry.response, entry);
  try {
    return await body.decodedBytes();
  } catch {
    return body.bytes();
  }
}

/** Sets a header unless `Headers` rejects it, as it may with recorded data. */
function setIfPossible(headers: Headers, name: string, value: string): void {
  if (transferHeaders.has(name.toLowerCase())) return;
  try {
    headers.set(name, value);
  } catch {
    // No client could have received it through fetch.
  }
}
