import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownMark } from './marks.ts';
import { reject, sendProblem } from './proxy/problems.ts';

/** Maximum body size in bytes, because services rarely accept headers that are longer than 8 KiB. */
const maxBytes = 8 * 1024;

/**
 * Receives `{ "token": "…" }` and responds with 204. No response contains the token.
 *
 * @param setToken - Stores the token, or removes the stored token if the string is empty. Returns `false` if the token
 * has characters that an HTTP header must not contain.
 */
export function receiveToken(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  setToken: (token: string) => boolean,
): void {
  const { method, headers } = incoming;
  if (method !== 'POST') {
    reject(incoming, outgoing, { status: 405, title: 'Unsupported method', detail: 'Expected POST.' });
    return;
  }
  // Browsers send JSON across origins only after a CORS preflight request, which the program rejects.
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) {
    const detail = 'Expected application/json.';
    reject(incoming, outgoing, { status: 415, title: 'Unsupported content type', detail });
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  });
  incoming.once('end', () => {
    const token = tokenIn(Buffer.concat(chunks).toString());
    const fail = (status: number, title: string, detail: string): void =>
      sendProblem(outgoing, { status, title, detail });
    if (bytes > maxBytes)
      fail(413, 'The token is too long', `Expected at most ${maxBytes / 1024} KiB. Copy the token again.`);
    else if (token === undefined) fail(400, 'The body contains no token', 'Expected {"token": "…"}.');
    else if (!setToken(token))
      fail(400, 'The token is invalid', 'It contains characters that HTTP does not allow. Copy it again.');
    else outgoing.writeHead(204, { [ownMark]: '1', 'cache-control': 'no-store' }).end();
  });
}

function tokenIn(text: string): string | undefined {
  try {
    const { token } = Object(JSON.parse(text)) as { readonly token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}
