import { isCredentialName } from '../activity/credentials.ts';
import { typeName } from '../contract/issue.ts';
import { isHeaderValue, tokenProblem } from '../contract/service-address.ts';
import { aborted, race, timedOut } from '../race.ts';
import type { Call, Settings } from './context.ts';
import { abortError, callbackError, isControlFlow, timeoutError } from './failure.ts';
import type { TokenRequest } from './options.ts';

export interface Authorization {
  readonly headers: Headers | undefined;
  /** Set only if the token comes from the `token` option. */
  readonly token: string | undefined;
}

export function canRenew({ settings, options }: Call): boolean {
  return typeof settings.token === 'function' && options.headers?.has('authorization') !== true;
}

/**
 * The call's headers take precedence over the client's headers and token.
 * @param rejected - The token that the service rejected in the last attempt.
 * @throws CallbackError | AbortError | TimeoutError
 */
export async function authorize(call: Call, rejected: string | undefined): Promise<Authorization> {
  const { headers: common, token: source } = call.settings;
  const { headers: own, signal } = call.options;
  if (signal?.aborted) throw abortError(call);
  if (common === undefined && source === undefined) return { headers: own, token: undefined };
  const [given, token] = await Promise.all([
    typeof common === 'function' ? headersFrom(call, common) : common,
    own?.has('authorization') ? undefined : tokenFrom(call, source, rejected),
  ]);
  const headers = new Headers(given);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  for (const [name, value] of own ?? []) headers.set(name, value);
  return { headers, token };
}

async function headersFrom(call: Call, source: () => unknown): Promise<Headers> {
  const work = Promise.resolve().then(source);
  const given = await resultOf(call, 'headers', work);
  try {
    return headersOf(given);
  } catch (problem) {
    throw callbackError(call, `the \`headers\` function returned invalid headers`, problem);
  }
}

async function tokenFrom(
  call: Call,
  source: Settings['token'],
  rejected: string | undefined,
): Promise<string | undefined> {
  if (typeof source !== 'function') return source;
  const token: unknown = (await source(call, { rejected })) ?? undefined;
  const problem = token === undefined ? undefined : tokenProblem(token);
  if (problem === undefined) return token as string | undefined;
  throw callbackError(call, 'the `token` function returned an invalid token', new TypeError(problem));
}

/** Describes what authenticates a request, if anything. */
export function credentialsOf(headers: Readonly<Record<string, string>>): string | undefined {
  if (/^bearer\s/i.test(headers['authorization'] ?? '')) return 'token';
  const name = Object.keys(headers).find((header) => header === 'authorization' || isCredentialName(header));
  return name && `header \`${name}\``;
}

type Token = string | undefined;

interface TokenRun {
  readonly rejected: Token;
  readonly token: Promise<Token>;
  /** Value of `performance.now()` after which new calls no longer wait for this run. */
  readonly expiresAt: number;
  waitingCalls: number;
}

/**
 * Lets calls share one run of a token function, which may use up a refresh token. The run continues if the calls that
 * wait for it are aborted. It is shared until it settles, or until the `totalTimeout` of a call expires, because a run
 * that never settles would block later calls.
 */
export function shareToken(source: (request: TokenRequest) => Token | Promise<Token>) {
  const latest: { run?: TokenRun | undefined } = {};
  const drop = (run: TokenRun) => {
    if (latest.run === run) latest.run = undefined;
  };
  const wait = async (call: Call, run: TokenRun): Promise<Token> => {
    run.waitingCalls += 1;
    try {
      return await resultOf(call, 'token', run.token);
    } finally {
      run.waitingCalls -= 1;
      if (run.waitingCalls === 0 && call.timeLeft === 0) drop(run);
    }
  };
  return async (call: Call, request: TokenRequest): Promise<Token> => {
    const { rejected } = request;
    while (latest.run && performance.now() <= latest.run.expiresAt) {
      const { run } = latest;
      const token = await wait(call, run);
      // A run that began before the 401 response may return the rejected token.
      if (rejected === undefined || token !== rejected || run.rejected === rejected) return token;
    }
    // The function starts asynchronously, so that calls from within it find this run.
    const token = Promise.resolve(request).then(source);
    const run = { rejected, token, expiresAt: performance.now() + call.timeLeft, waitingCalls: 0 };
    latest.run = run;
    const settled = () => drop(run);
    token.then(settled, settled);
    return await wait(call, run);
  };
}

async function resultOf<Value>(
  call: Call,
  option: 'headers' | 'token',
  work: Promise<Value>,
): Promise<Value> {
  const settled = work.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  const result = await race(settled, call.options.signal, call.timeLeft);
  if (result === aborted) throw abortError(call);
  if (result === timedOut) throw timeoutError(call, 'totalTimeout', `the \`${option}\` function`);
  if ('thrown' in result && isControlFlow(result.thrown)) throw result.thrown;
  if ('thrown' in result) throw callbackError(call, `the \`${option}\` function failed`, result.thrown);
  return result.value;
}

/**
 * Leaves out headers whose value is `undefined`.
 * @throws TypeError if a name or a value is not valid in HTTP. The message names the header, but not the value.
 */
export function headersOf(given: unknown): Headers {
  if (typeof given !== 'object' || given === null || 'then' in given) {
    throw new TypeError(`expected an object, pairs or a Headers object, received ${typeName(given)}`);
  }
  const headers = new Headers();
  const pairs = Symbol.iterator in given ? (given as Iterable<unknown>) : Object.entries(given);
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw new TypeError('expected pairs of a name and a value');
    const [name, value] = pair as [unknown, unknown];
    if (value === undefined) continue;
    const place = `header ${JSON.stringify(name)}`;
    if (typeof value !== 'string')
      throw new TypeError(`${place}: expected string, received ${typeName(value)}`);
    try {
      if (!isHeaderValue(value.trim())) throw new TypeError();
      headers.append(String(name), value);
    } catch {
      // The platform's message would quote the value.
      throw new TypeError(`${place}: expected a valid HTTP header name and value`);
    }
  }
  return headers;
}
