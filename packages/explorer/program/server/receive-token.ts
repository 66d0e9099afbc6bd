/** Receives the token that is entered in the page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownResponse } from '../marks.ts';
import { reject, sendProblem, type Problem } from '../proxy/problems.ts';

/** Largest body in bytes. Services rarely accept longer headers. */
const maxBytes = 8 * 1024;

/**
 * Receives `{ "token": "…" }` and responds with 204. No response contains the token.
 *
 * @param setToken - Receives the token; empty to remove it. Returns `false` if HTTP cannot carry the token.
 */
export function receiveToken(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  setToken: (token: string) => boolean,
): void {
  const { method, headers } = incoming;
  // A page of another origin cannot send this type without asking first, and the program allows no such request.
  const isJson = /^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '');
  if (method !== 'POST' || !isJson) {
    reject(incoming, outgoing, method === 'POST' ? wrongType : wrongMethod);
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
    if (bytes > maxBytes) sendProblem(outgoing, tooLong);
    else if (token === undefined) sendProblem(outgoing, wrongBody);
    else if (!setToken(token)) sendProblem(outgoing, notSendable);
    else outgoing.writeHead(204, { [ownResponse]: '1', 'cache-control': 'no-store' }).end();
  });
}

function tokenIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'token') : undefined;
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

const wrongMethod: Problem = {
  status: 405,
  title: 'This method is not supported',
  detail: 'The explorer receives a token with POST.',
};

const wrongType: Problem = {
  status: 415,
  title: 'This content type is not supported',
  detail: 'The explorer receives a token as application/json.',
};

const wrongBody: Problem = {
  status: 400,
  title: 'There is no token in the body',
  detail: 'The explorer expects {"token": "…"}.',
};

const tooLong: Problem = {
  status: 413,
  title: 'The token is too long',
  detail: `The token is too long. The explorer accepts up to ${maxBytes / 1024} KiB. Check what was copied.`,
};

const notSendable: Problem = {
  status: 400,
  title: 'This is not a token',
  detail:
    'The token contains spaces, control characters or characters that HTTP cannot carry. Copy the token again.',
};
