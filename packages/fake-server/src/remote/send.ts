import { ActivityError } from '@mock-services/sdk/activity';
import type { Issue } from '@mock-services/sdk/contract';
import { tokenProblem } from '@mock-services/sdk/seed';
import { rejectFilter } from '../core/checks/filters.ts';
import { FakeServerError, optionError, type FakeServerErrorCode } from '../core/errors.ts';
import type { ProblemDetails } from '../core/http/problem.ts';
import { warningsHeader, type Call } from '../core/server/admin/calls.ts';
import { errorText, onceEach, warn } from '../core/words.ts';

export interface ConnectOptions {
  /**
   * Name of the world (`--worlds`).
   * @default the world `default`
   */
  readonly world?: string | undefined;
  /** Token that the server requires (`--token`). */
  readonly token?: string | undefined;
  /**
   * Called with a URL and options.
   * @default globalThis.fetch, looked up at each call
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Time limit of each call in milliseconds, in addition to the time that `waitFor` waits.
   * @default 10_000
   */
  readonly timeout?: number | undefined;
  /**
   * Called with each warning of the fake server about a call, for example about a misspelled field. The same warning is
   * reported only once.
   * @default console.warn
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Resolves to the result of the function called `name`.
 *
 * @param extraMs - Milliseconds to add to the time limit.
 */
export type Send = (name: string, call: Call, args: readonly unknown[], extraMs?: number) => Promise<unknown>;

type Problem = Partial<Pick<ProblemDetails<number>, 'detail' | 'code' | 'message'>> & {
  readonly errors?: readonly SentIssue[];
};

type SentIssue = Issue & { readonly detail?: string };

interface Received {
  readonly call: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** @param baseUrl - Base URL of the fake server or of a world, without a trailing slash. */
export function createSend(baseUrl: string, options: ConnectOptions): Send {
  const { token, fetch, timeout = 10_000, onWarning } = options;
  const problem = token === undefined ? undefined : tokenProblem(token);
  if (problem !== undefined) throw optionError('token', problem);
  const adminUrl = `${baseUrl}/__fake`;
  const report = onceEach((message) => warn({ onWarning }, message));
  const post = async (name: string, args: readonly unknown[], ms: number): Promise<Received> => {
    const url = `${adminUrl}/${name}`;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), ms);
    try {
      const response = await (fetch ?? globalThis.fetch)(url, {
        method: 'POST',
        signal: abort.signal,
        // A redirect could send the token to another server. Workers do not support `redirect: 'error'`.
        redirect: 'manual',
        headers: {
          // Omit the content type if there are no arguments, because it would make browsers send a CORS preflight.
          ...(args.length > 0 && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(args.length > 0 && { body: JSON.stringify(args) }),
      });
      const { status, headers } = response;
      return { call: `POST ${url}`, status, headers, text: await response.text() };
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
  return async (name, call, args, extraMs = 0) => {
    rejectFilter(name, args.slice(call.args.length));
    const received = await post(name, argumentsFor(call, args), timeout + extraMs);
    if (received.status >= 200 && received.status < 300) {
      const result = resultIn(received);
      for (const warning of JSON.parse(received.headers.get(warningsHeader) ?? '[]') as string[])
        report(warning);
      return result;
    }
    const problem = problemIn(received.text);
    // For a missing resource, functions of a fake server return `false` or `undefined` instead of throwing.
    if (problem.code === 'not-found') return call.writes ? false : undefined;
    const isOfWorlds = name === 'deleteWorld' || name === 'listWorlds';
    throw sentError(problem) ?? callError(received, problem, { ...options, isOfWorlds });
  };
}

/**
 * Omits `undefined` at the end, which JSON would convert to `null`, and superfluous arguments, which callers such as
 * TanStack Query pass.
 */
function argumentsFor(call: Call, given: readonly unknown[]): readonly unknown[] {
  const args = given.slice(0, call.args.length);
  return args.slice(0, args.findLastIndex((each) => each !== undefined) + 1);
}

/** Node hides the reason of a failed request, such as `ECONNREFUSED`, in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = Object(error) as { readonly cause?: unknown };
  return `${[error, ...(cause === undefined ? [] : [cause])].map(errorText).join(': ')}.`;
}

/** A browser does not tell a page that a server rejected its origin. */
function originAdvice(url: string): string {
  const page: { readonly document?: Pick<Document, 'location'> } = globalThis;
  const origin = page.document?.location.origin;
  if (origin === undefined || origin === new URL(url).origin) return '';
  return ` For pages of ${origin}, it also needs --cors-origin ${origin}.`;
}

function resultIn({ call, status, headers, text }: Received): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw remoteError(
      `${call} got a response that is not JSON (status ${status}, content type ${headers.get('content-type') ?? 'none'}), so it is not from a fake server. Pass the base URL of the fake server, not the URL of an application or a proxy.`,
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

function issueIn(sent: SentIssue): Issue {
  const { detail: _, ...issue } = sent;
  return issue;
}

function sentError({ code, message, errors = [] }: Problem): Error | undefined {
  if (code === undefined || message === undefined) return undefined;
  const issues = errors.map(issueIn);
  if (code === 'invalid-har') return new ActivityError(code, message, { issues });
  if (code === 'range') return new RangeError(message);
  // The server sends only codes of this package, possibly codes of another release.
  return new FakeServerError(code as FakeServerErrorCode, message, { issues });
}

interface Circumstances extends Pick<ConnectOptions, 'token' | 'world'> {
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
  if (code === 'no-call' && isOfWorlds) return 'The fake server has no worlds. Start it with --worlds.';
  if (code === 'no-call')
    return 'The fake server is of another release, which lacks this call. Use the same version for both.';
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
