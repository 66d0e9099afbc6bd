/** Sends calls to admin endpoints, and turns their failures into errors. */
import { ActivityError } from '@mock-services/sdk/activity';
import { type Issue } from '@mock-services/sdk/contract';
import { tokenProblem } from '@mock-services/sdk/seed';
import { FakeServerError, optionError, type FakeServerErrorCode } from '../core/errors.ts';
import type { ProblemDetails } from '../core/http/problem.ts';
import { errorText } from '../core/words.ts';
import type { ConnectOptions } from './remote-fake.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Calls {
  /** @throws {FakeServerError} */
  readonly call: <Result = void>(
    method: Method,
    path: readonly string[],
    body?: unknown,
    extraMs?: number,
  ) => Promise<Result>;
  /** Like `call`, but resolves to `undefined` if no resource has the id. */
  readonly find: <Result>(
    method: Method,
    path: readonly string[],
    body?: unknown,
  ) => Promise<Result | undefined>;
}

/** The members of a problem that admin endpoints send. */
type Problem = Partial<Pick<ProblemDetails<number>, 'detail' | 'code' | 'message' | 'errors'>>;

interface Received {
  /** Method and URL. */
  readonly call: string;
  readonly status: number;
  readonly text: string;
  readonly contentType: string | null;
}

/** @param baseUrl - Base URL of the fake server or of a world, without a trailing slash. */
export function createCalls(baseUrl: string, options: ConnectOptions): Calls {
  const { token, fetch, timeout = 10_000 } = options;
  const problem = token === undefined ? undefined : tokenProblem(token);
  if (problem !== undefined) throw optionError('token', problem);
  const adminUrl = `${baseUrl}/__fake`;
  const send = async (
    method: Method,
    path: readonly string[],
    body: unknown,
    ms: number,
  ): Promise<Received> => {
    const url = [adminUrl, ...path.map(encodeURIComponent)].join('/');
    const given = fetch ?? globalThis.fetch;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), ms);
    try {
      const response = await given(url, {
        method,
        signal: abort.signal,
        // A redirect could send the token to another server. Workers do not know `error`.
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      const text = await response.text();
      return { call: `${method} ${url}`, status, text, contentType: headers.get('content-type') };
    } catch (error) {
      const reason = abort.signal.aborted ? `It did not respond within ${ms} ms.` : reasonOf(error);
      throw remoteError(
        `No fake server can be reached at ${adminUrl}. ${reason} Start it with admin endpoints, for example with npx @mock-services/fake-server --admin.${originAdvice(adminUrl)}`,
        error,
      );
    } finally {
      clearTimeout(timer);
    }
  };
  const find: Calls['find'] = async <Result>(
    method: Method,
    path: readonly string[],
    body?: unknown,
    extraMs = 0,
  ) => {
    const received = await send(method, path, body, timeout + extraMs);
    if (received.status >= 200 && received.status < 300) return resultIn(received) as Result;
    const problem = problemIn(received.text);
    if (problem.code === 'not-found') return undefined;
    throw (
      sentError(problem) ?? callError(received, problem, { ...options, isOfWorlds: path[0] === 'worlds' })
    );
  };
  const call: Calls['call'] = async <Result>(...args: Parameters<typeof find>): Promise<Result> => {
    const result = await find<Result>(...args);
    // A 204 has no result.
    return (result ?? undefined) as Result;
  };
  return { find, call };
}

/** Node hides the reason, such as `ECONNREFUSED`, in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = Object(error) as { readonly cause?: unknown };
  return `${[error, ...(cause === undefined ? [] : [cause])].map(errorText).join(': ')}.`;
}

/** A browser does not say that a server rejected a page of another origin. */
function originAdvice(url: string): string {
  const page: { readonly document?: Pick<Document, 'location'> } = globalThis;
  const origin = page.document?.location.origin;
  if (origin === undefined || origin === new URL(url).origin) return '';
  return ` For pages of ${origin}, it also needs --cors-origin ${origin}.`;
}

function resultIn({ call, status, text, contentType }: Received): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw remoteError(
      `${call} got a response that is not JSON (status ${status}, content type ${contentType ?? 'none'}), so it is not from a fake server. Pass the base URL of the fake server, not the URL of an application or a proxy.`,
      error,
    );
  }
}

function problemIn(text: string): Problem {
  try {
    return Object(JSON.parse(text)) as Problem;
  } catch {
    return {};
  }
}

/** The error that the fake server threw, or `undefined` if it threw none. */
function sentError({ code, message, errors = [] }: Problem): Error | undefined {
  if (code === undefined || message === undefined) return undefined;
  const issues = errors.map(issueIn);
  if (code === 'invalid-har') return new ActivityError(code, message, { issues });
  if (code === 'range') return new RangeError(message);
  // The server sends only codes of this package, perhaps those of another release.
  return new FakeServerError(code as FakeServerErrorCode, message, { issues });
}

function issueIn({ pointer, detail }: { readonly pointer: string; readonly detail: string }): Issue {
  const [, expected = detail, received = ''] = /^expected (.*), received (.*)$/s.exec(detail) ?? [];
  const path = pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  return { path, pointer, expected, received };
}

interface Circumstances extends Pick<ConnectOptions, 'token' | 'world'> {
  /** Whether the call manages worlds. */
  readonly isOfWorlds: boolean;
}

function callError({ call, status }: Received, problem: Problem, circumstances: Circumstances): Error {
  const { detail } = problem;
  const said = typeof detail === 'string' ? ` The server said: ${detail}` : '';
  return remoteError(
    `${call} failed with status ${status}. ${adviceOn(status, problem, circumstances)}${said}`,
  );
}

function adviceOn(
  status: number,
  { code, detail }: Problem,
  { token, world, isOfWorlds }: Circumstances,
): string {
  if (code === 'no-endpoint' && isOfWorlds) return 'The fake server has no worlds. Start it with --worlds.';
  if (code === 'no-endpoint')
    return 'The fake server is of another release, which lacks this endpoint. Use the same version for both.';
  // Browsers hide the status of a redirect.
  if (status < 400) return 'The server redirects the call. Pass the base URL to which it redirects.';
  if (status === 401)
    return `The fake server requires ${token === undefined ? 'a' : 'another'} token. Pass the one with which it was started (--token): connectFake(url, { token }).`;
  if (status === 404 || status === 405)
    return `There are no admin endpoints here. Start the fake server with --admin${world === undefined && !isOfWorlds ? '' : ' and --worlds'} (a Worker with \`requiredToken\`), or pass its base URL.`;
  return detail === undefined
    ? 'The response is not from a fake server, but perhaps from a proxy that cannot reach it.'
    : 'The fake server could not perform the call.';
}

function remoteError(message: string, cause?: unknown): FakeServerError {
  return new FakeServerError('remote', message, { cause });
}
