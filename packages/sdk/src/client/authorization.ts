/** This module reads the headers and the token that callers add to their requests. */
import { typeName } from '../contract/issue.ts';
import type { Authorization, Call } from './context.ts';
import { functionError, invalidArgument } from './failure.ts';
import type { ClientOptions, TokenRequest } from './options.ts';

/** Thrown if headers are not valid in HTTP. */
export class InvalidHeaders extends Error {
  /** Path to the invalid header within the option, such as `["x-env"]`. */
  readonly path: string;
  readonly expected: string;
  readonly received: string;

  constructor(path: string, expected: string, received: string) {
    super(`${path}: expected ${expected}`);
    this.path = path;
    this.expected = expected;
    this.received = received;
  }
}

/** Reads the `headers` and `token` options of a client. Concurrent calls share one token request. */
export function createAuthorization({
  headers,
  token,
}: Pick<ClientOptions, 'headers' | 'token'>): Authorization {
  const tokenFor = typeof token === 'function' ? sharing(token) : () => token;
  return {
    // JavaScript callers may pass `null` for an omitted option.
    isEmpty: (headers ?? token ?? undefined) === undefined,
    canRenew: typeof token === 'function',
    fixed: [
      ...(typeof headers === 'function' ? [] : headersOf(headers ?? [])),
      ...(typeof token === 'string' ? ([['authorization', token]] as [string, string][]) : []),
    ],
    async headersFor(call, rejected) {
      const { headers: own } = call.options;
      const isReplaced = own?.has('authorization') === true;
      const [common, bearer] = await Promise.all([
        resultOf(call, 'headers', async () => (typeof headers === 'function' ? await headers() : headers)),
        resultOf(call, 'token', async () => (isReplaced ? undefined : await tokenFor(rejected))),
      ]);
      const all = checkedHeaders(call, common ?? {});
      if ((bearer ?? undefined) !== undefined) all.set('authorization', checkedToken(call, bearer));
      for (const [name, value] of own ?? []) all.set(name, value);
      return { headers: all, token: bearer, isReplaced };
    },
  };
}

type Token = string | undefined;

/**
 * Wraps a token function so that at most one call of the function is pending. A pending call of the function continues
 * even if the caller who started it stops waiting.
 */
function sharing(source: (request: TokenRequest) => Token | Promise<Token>) {
  const latest: { pending?: { readonly rejected: Token; readonly token: Promise<Token> } | undefined } = {};
  return async (rejected: Token): Promise<Token> => {
    while (latest.pending) {
      const { token: requested, rejected: named } = latest.pending;
      const token = await requested;
      // A token request that started before the 401 response may return the rejected token.
      if (rejected === undefined || token !== rejected || named === rejected) return token;
    }
    // The `pending` variable must be set before the token function runs, because the token function may use the same
    // client.
    const token = Promise.resolve({ rejected })
      .then(source)
      .finally(() => {
        latest.pending = undefined;
      });
    latest.pending = { rejected, token };
    return await token;
  };
}

/** @throws NetworkError if the caller's function fails. */
async function resultOf<Value>(
  call: Call,
  option: 'headers' | 'token',
  provide: () => Promise<Value>,
): Promise<Value> {
  try {
    return await provide();
  } catch (cause) {
    throw functionError(call, `the \`${option}\` function failed`, cause);
  }
}

function checkedHeaders(call: Call, given: unknown): Headers {
  try {
    return headersOf(given);
  } catch (error) {
    if (!(error instanceof InvalidHeaders)) throw error;
    throw invalidArgument(call, `headers${error.path}`, error.expected, error.received);
  }
}

/** Returns the `authorization` value for a token. */
function checkedToken(call: Call, token: unknown): string {
  const value = `Bearer ${String(token)}`;
  if (typeof token === 'string' && token !== '' && areHeaders({ authorization: value })) return value;
  throw invalidArgument(call, 'token', 'a non-empty string that is valid in an HTTP header', typeName(token));
}

/** Whether a value is valid as HTTP headers. */
export function areHeaders(value: unknown): boolean {
  try {
    return headersOf(value) instanceof Headers;
  } catch {
    return false;
  }
}

/**
 * Converts the caller's headers to a `Headers` object.
 *
 * @throws {InvalidHeaders} if a header name or a header value is not valid in HTTP.
 */
export function headersOf(given: unknown): Headers {
  const headers = new Headers();
  for (const [name, value] of pairsOf(given)) {
    try {
      headers.append(name, value);
    } catch {
      // The platform's error message is not used, because it would reveal the header value.
      const path = `[${JSON.stringify(name)}]`;
      throw new InvalidHeaders(path, 'a valid HTTP header name and value', 'an invalid name or value');
    }
  }
  return headers;
}

function pairsOf(given: unknown): [name: string, value: string][] {
  if (typeName(given) === 'object' || Array.isArray(given)) {
    const fields = given as object;
    const pairs =
      Symbol.iterator in fields ? Array.from(fields as Iterable<unknown>) : Object.entries(fields);
    if (!('then' in fields) && pairs.every(isPair)) return pairs;
  }
  throw new InvalidHeaders('', 'valid HTTP header names and values', typeName(given));
}

function isPair(pair: unknown): pair is [name: string, value: string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
}
