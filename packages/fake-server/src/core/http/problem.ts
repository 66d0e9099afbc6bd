/** Error responses contain problem details (RFC 9457), because the interface does not specify error bodies (§7). */
import { errorText } from '../words.ts';
import { isFakeServerError, isStorageError } from '../errors.ts';
import type { WireResponse } from './message.ts';

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
} as const;

/** An unknown status gets the title of 400 or 500, because clients treat it like that status (RFC 9110 §15). */
export function titleOf(status: number): string {
  const all: Readonly<Partial<Record<number, string>>> = titles;
  return all[status] ?? titles[status < 500 ? 400 : 500];
}

export const problemStatuses = [400, 401, 404, 405, 410, 415, 422, 507] as const;

export type ProblemStatus = (typeof problemStatuses)[number];

/** Body of an error response (`application/problem+json`). Only errors of admin endpoints quote the request body. */
export interface ProblemDetails<Status extends number = ProblemStatus> {
  readonly type: 'about:blank';
  /** Meaning of the status, such as `Not Found`. */
  readonly title: string;
  readonly status: Status;
  /** The problem with the request, and its remedy. */
  readonly detail: string;
  /** Problems with the request body (status 422 only), each with a JSON pointer (RFC 6901). */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /**
   * Code of the `FakeServerError`, `not-found` for an unknown id, or `no-call` for an unknown call. Only responses of
   * admin endpoints contain a code.
   */
  readonly code?: string;
  /** Message of the `FakeServerError`. Only responses of admin endpoints contain this message. */
  readonly message?: string;
  /** Similar endpoints, such as `GET /path`, if the method is not allowed (405) or the path is unknown (404). */
  readonly didYouMean?: readonly string[];
}

type Details = Pick<ProblemDetails, 'errors' | 'didYouMean' | 'code' | 'message'>;

export class Problem {
  readonly detail: string;
  readonly breaksContract: boolean;
  readonly response: WireResponse;

  constructor(
    status: ProblemStatus,
    detail: string,
    { headers, breaksContract = true, ...details }: ProblemOptions = {},
  ) {
    this.detail = detail;
    this.breaksContract = breaksContract;
    this.response = problemResponse(status, detail, details, headers);
  }
}

interface ProblemOptions extends Details {
  readonly headers?: Readonly<Record<string, string>>;
  readonly breaksContract?: boolean;
}

export function problemResponse(
  status: number,
  detail: string,
  details: Details = {},
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  const body: ProblemDetails<number> = {
    type: 'about:blank',
    title: titleOf(status),
    status,
    detail,
    ...details,
  };
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: JSON.stringify(body),
  };
}

export function failureResponse(error: unknown): WireResponse {
  return (
    expectedFailure(error) ??
    problemResponse(500, `The fake server failed, and its data did not change. ${errorText(error)}`)
  );
}

export function expectedFailure(error: unknown): WireResponse | undefined {
  if (isFakeServerError(error, 'world-name')) return problemResponse(400, error.message);
  if (isFakeServerError(error, 'worlds-full')) return problemResponse(503, error.message);
  return isStorageError(error) ? problemResponse(507, error.message) : undefined;
}

export function tooLong(maxBodyBytes: number): WireResponse {
  return problemResponse(
    413,
    `The body is longer than ${maxBodyBytes} bytes, the limit of this server (maxBodyBytes).`,
  );
}
