/** Receives the token that the user enters in the page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownResponse } from '../marks.ts';
import { reject, sendProblem, type Problem } from '../proxy/problems.ts';

/** Maximum body size in bytes. Services rarely accept headers that are longer than 8 KiB. */
const maxBytes = 8 * 1024;

/**
 * Receives `{ "token": "…" }` and responds with 204. No response contains the token.
 *
 * @param setToken - Stores the token, or removes the stored token if the string is empty. Returns `false` if the token
 * contains characters that HTTP does not allow.
 */
export function receiveToken(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  setToken: (token: string) => boolean,
): void {
  const { method, headers } = incoming;
  // Browsers send JSON across origins only after a CORS preflight request, which the program rejects.
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
  detail: 'Expected POST.',
};

const wrongType: Problem = {
  status: 415,
  title: 'This content type is not supported',
  detail: 'Expected application/json.',
};

const wrongBody: Problem = {
  status: 400,
  title: 'The body contains no token',
  detail: 'Expected {"token": "…"}.',
};

const tooLong: Problem = {
  status: 413,
  title: 'The token is too long',
  detail: `The token is too long. Expected at most ${maxBytes / 1024} KiB. Check whether you copied other text with the token.`,
};

const notSendable: Problem = {
  status: 400,
  title: 'The token is invalid',
  detail:
    'The token contains spaces, control characters or other characters that HTTP does not allow. Copy the token again.',
};
