/** Errors as the fake server answers them: problem details (RFC 9457). The interface leaves them open (§7). */
import type { WireResponse } from './message.ts';

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
} as const;

/** The statuses of the fake server's errors. */
export type ProblemStatus = keyof typeof titles;

/** All of them. */
export const statuses: readonly string[] = Object.keys(titles);

/** The body of an error response, `application/problem+json`. No value of the request's body is in it. */
export interface ProblemDetails {
  readonly type: 'about:blank';
  /** What the status means. */
  readonly title: string;
  readonly status: ProblemStatus;
  /** What is wrong with this request, and what to do about it. */
  readonly detail: string;
  /** With 422: what is wrong where. Pointers (RFC 6901) lead into the body as it was sent. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /** With 405, and with 404 for an unknown path: the endpoints that may have been meant, as `GET /path`. */
  readonly didYouMean?: readonly string[];
}

/** Why a request was refused, before it becomes a response. */
export class Problem {
  readonly details: ProblemDetails;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request was not as the interface describes requests. */
  breaksContract = true;

  constructor(
    status: ProblemStatus,
    detail: string,
    more: Pick<ProblemDetails, 'errors' | 'didYouMean'> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.details = { type: 'about:blank', title: titles[status], status, detail, ...more };
    this.headers = headers;
  }
}

export function problemResponse({ details, headers }: Problem): WireResponse {
  return {
    status: details.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: JSON.stringify(details),
  };
}
