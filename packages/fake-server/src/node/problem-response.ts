import type { WireResponse } from '../core/index.ts';

const titles = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
} as const;

/** One problem of a request body. */
interface BodyProblem {
  /** JSON pointer into the body (RFC 6901). */
  readonly pointer: string;
  readonly detail: string;
}

/** Problem details (RFC 9457) for a request that does not reach the fake's operations. */
export function problemResponse(
  status: keyof typeof titles,
  detail: string,
  errors: readonly BodyProblem[] = [],
): WireResponse {
  const list = errors.length > 0 ? { errors } : {};
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type: 'about:blank', title: titles[status], status, detail, ...list }),
  };
}
