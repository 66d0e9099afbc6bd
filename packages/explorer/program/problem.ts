/** Responses of the program itself. */
import type { ServerResponse } from 'node:http';
import { ownResponse } from './marks.ts';

/** Problem details (RFC 9457): what happened, and in `detail` why and what to do. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** Responds with a problem, marked as the program's own. */
export function sendProblem(outgoing: ServerResponse, problem: Problem): void {
  const body = JSON.stringify({ type: 'about:blank', ...problem });
  outgoing.writeHead(problem.status, {
    [ownResponse]: '1',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  outgoing.end(body);
}
