import { isCredentialInQuery, isCredentialParameter } from '../activity/credentials.ts';
import { typeName } from '../contract/issue.ts';
import { isHeaderValue, tokenProblem } from '../contract/service-address.ts';
import type { Call, Failure, Result } from './context.ts';
import { within } from './failure.ts';
import type { TokenRequest } from './options.ts';

type Token = string | undefined;

export interface Authorization {
  readonly headers: Headers | undefined;
  /** Set only if the token comes from the `token` option. */
  readonly token: Token;
}

export function canRenew({ settings, options }: Call): boolean {
  return typeof settings.token === 'function' && options.headers?.has('authorization') !== true;
}

/**
 * The call's headers take precedence over the client's headers and token.
 * @param rejected - The token that the service rejected in the last attempt.
 */
export async function authorize(call: Call, rejected: Token): Promise<Authorization | Failure> {
  const { headers: common, token: shared } = call.settings;
  const { headers: own, signal } = call.options;
  if (signal?.aborted) return { kind: 'aborted' };
  if (common === undefined && shared === undefined) return { headers: own, token: undefined };
  const source = own?.has('authorization') ? undefined : shared;
  const work = [
    typeof common === 'function'
      ? resultOf(call, 'headers', Promise.resolve().then(common), headersOf)
      : Promise.resolve({ value: common }),
    typeof source === 'function' ? source(call, { rejected }) : Promise.resolve({ value: source }),
  ] as const;
  // If one function fails, the call does not wait for the other.
  const first = await Promise.race(work);
  if ('kind' in first) return first;
  const [given, token] = await Promise.all(work);
  if ('kind' in given) return given;
  if ('kind' in token) return token;
  const headers = new Headers(given.value);
  if (token.value !== undefined) headers.set('authorization', `Bearer ${token.value}`);
  for (const [name, value] of own ?? []) headers.set(name, value);
  return { headers, token: token.value };
}

/** Adds the credentials of a request to the call's secrets. Returns what authenticates the request, if anything. */
export function credentialsOf(
  { secrets }: Call,
  url: string,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const found = Object.entries(headers).filter(([name]) => isCredentialParameter(name));
  for (const [, value] of found) secrets.add(value);
  // React Native's `URL` cannot read queries.
  for (const [, name = '', value = ''] of url.matchAll(/[?&]([^=&#]+)=([^&#]+)/g)) {
    if (isCredentialInQuery(name)) secrets.add(value);
  }
  if (/^bearer\s/i.test(headers['authorization'] ?? '')) return 'token';
  return found[0] && `header \`${found[0][0]}\``;
}

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
  const wait = async (call: Call, run: TokenRun): Promise<Result<Token>> => {
    run.waitingCalls += 1;
    const result = await resultOf(call, 'token', run.token, readToken);
    run.waitingCalls -= 1;
    if (run.waitingCalls === 0 && call.timeLeft === 0) drop(run);
    return result;
  };
  return async (call: Call, request: TokenRequest): Promise<Result<Token>> => {
    const { rejected } = request;
    while (latest.run && performance.now() <= latest.run.expiresAt) {
      const { run } = latest;
      const result = await wait(call, run);
      // A run that began before the 401 response may return the rejected token.
      const isOld = rejected !== undefined && run.rejected !== rejected;
      if (!isOld || 'kind' in result || result.value !== rejected) return result;
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

/** @param read - Throws if it cannot use what the function returned. */
async function resultOf<Value>(
  call: Call,
  option: 'headers' | 'token',
  work: Promise<unknown>,
  read: (given: unknown) => Value,
): Promise<Result<Value>> {
  const source = `the \`${option}\` function`;
  let what = `${source} failed`;
  const used = async () => {
    try {
      const given = await work;
      what = `${source} returned ${option === 'token' ? 'an invalid token' : 'invalid headers'}`;
      return { value: read(given) };
    } catch (thrown) {
      return { kind: 'callback', what, thrown } as const;
    }
  };
  return await within(call, used(), 'totalTimeout', call.timeLeft, () => source);
}

function readToken(given: unknown): Token {
  const token = given ?? undefined;
  const problem = token === undefined ? undefined : tokenProblem(token);
  if (problem !== undefined) throw new TypeError(problem);
  return token as Token;
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
