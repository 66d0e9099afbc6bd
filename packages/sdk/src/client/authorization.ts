import { typeName } from '../contract/issue.ts';
import { isHeaderValue, tokenProblem } from '../service-address.ts';
import { type Call, type Failure, type Result, within } from './call.ts';
import type { TokenRequest } from './options.ts';

type Token = string | undefined;

export interface Authorization {
  readonly headers: Headers | undefined;
  /** The token in the `authorization` header, unless the call has its own `authorization` header. */
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
  // Do not wait for both functions, because the call fails as soon as one of them fails.
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

/**
 * Lets parallel calls share one run of the token function, because each run may use up a refresh token. A run that
 * outlasts the `totalTimeout` of a call is no longer shared, because it would block later calls.
 */
export function shareToken(source: (request: TokenRequest) => Token | Promise<Token>) {
  let shared: { readonly rejected: Token; readonly token: Promise<Token> } | undefined;
  return async (call: Call, request: TokenRequest): Promise<Result<Token>> => {
    const { rejected } = request;
    for (;;) {
      // Start the function asynchronously, so that calls within the function share this run.
      const run = (shared ??= { rejected, token: Promise.resolve(request).then(source) });
      const drop = () => {
        if (shared === run) shared = undefined;
      };
      run.token.then(drop, drop);
      const result = await resultOf(call, 'token', run.token, readToken);
      if ('kind' in result && result.kind === 'timeout') drop();
      // If the run began before the 401 response, its result may be the rejected token.
      const isOld = rejected !== undefined && run.rejected !== rejected;
      if (!isOld || 'kind' in result || result.value !== rejected) return result;
    }
  };
}

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
  return await within(call, Infinity, used(), () => source);
}

function readToken(given: unknown): Token {
  const token = given ?? undefined;
  const problem = token === undefined ? undefined : tokenProblem(token);
  if (problem !== undefined) throw new TypeError(problem);
  return token as Token;
}

/**
 * Omits headers whose value is `undefined`.
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
      // Replace the platform's error, because its message would quote the value.
      throw new TypeError(`${place}: expected a valid HTTP header name and value`);
    }
  }
  return headers;
}
