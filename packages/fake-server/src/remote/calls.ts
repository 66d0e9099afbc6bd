/** Sends calls to admin endpoints, and turns their failures into errors. */
import { HarError } from '@mock-services/sdk/activity';
import type { Issue } from '@mock-services/sdk/contract';
import { FakeServerError, type FakeServerErrorCode } from '../core/errors.ts';
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

/** @param adminUrl - URL of the admin endpoints, without a trailing slash. */
export function createCalls(adminUrl: string, { token, fetch, timeout = 10_000 }: ConnectOptions): Calls {
  const send = async (
    method: Method,
    path: readonly string[],
    body: unknown,
    extraMs: number,
  ): Promise<{ readonly value: unknown } | { readonly problem: Problem; readonly status: number }> => {
    const url = [adminUrl, ...path.map(encodeURIComponent)].join('/');
    const given = fetch ?? globalThis.fetch;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeout + extraMs);
    try {
      const response = await given(url, {
        method,
        signal: abort.signal,
        cache: 'no-store',
        // A redirect could send the token to another server.
        redirect: 'error',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return { value: text === '' ? null : (JSON.parse(text) as unknown) };
      return { problem: problemIn(text), status: response.status };
    } catch (error) {
      const reason = abort.signal.aborted
        ? `It did not respond within ${timeout + extraMs} ms.`
        : errorText(error);
      throw remoteError(
        `No fake server can be reached at ${adminUrl}. ${reason} Start it with admin endpoints, for example with npx @mock-services/fake-server --admin.`,
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
    const outcome = await send(method, path, body, extraMs);
    if ('value' in outcome) return outcome.value as Result;
    if (outcome.problem.code === 'not-found') return undefined;
    throw errorOf(outcome.status, outcome.problem, `${method} ${adminUrl}/${path.join('/')}`);
  };
  const call: Calls['call'] = async <Result>(...args: Parameters<typeof find>): Promise<Result> => {
    const result = await find<Result>(...args);
    // A 204 has no result.
    return (result ?? undefined) as Result;
  };
  return { find, call };
}

function problemIn(text: string): Problem {
  try {
    return Object(JSON.parse(text)) as Problem;
  } catch {
    return {};
  }
}

function errorOf(status: number, { code, message, detail, errors = [] }: Problem, call: string): Error {
  if (code !== undefined && message !== undefined) {
    const issues = errors.map(issueIn);
    if (code === 'har') return new HarError(issues);
    // The server sends only codes of this package, perhaps those of another release.
    return new FakeServerError(code as FakeServerErrorCode, message, { issues });
  }
  const said = detail === undefined ? '' : ` It said: ${detail}`;
  return remoteError(`${call} failed with status ${status}. ${adviceOn(status, detail)}${said}`);
}

function issueIn({ pointer, detail }: { readonly pointer: string; readonly detail: string }): Issue {
  const [, expected = detail, received = ''] = /^expected (.*), received (.*)$/s.exec(detail) ?? [];
  const path = pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  return { path, pointer, expected, received };
}

function adviceOn(status: number, detail: string | undefined): string {
  if (status === 401)
    return 'The fake server requires a token. Pass the same token as to the server: connectFake(url, { token }).';
  if (status === 404 && detail?.startsWith('There is no admin endpoint here') === true)
    return 'The fake server is of another release, which lacks this endpoint. Use the same version for both.';
  if (status === 404 || status === 405)
    return 'There are no admin endpoints here. Start the fake server with --admin, or pass its base URL.';
  if (status === 503) return 'The fake server has no room for another world.';
  return 'The fake server could not perform the call.';
}

function remoteError(message: string, cause?: unknown): FakeServerError {
  return new FakeServerError('remote', message, { cause });
}
