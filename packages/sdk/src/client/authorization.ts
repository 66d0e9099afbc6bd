/** The headers and the token that callers add to their requests. */
import { typeName } from '../contract/type-name.ts';
import { invalidArgument, functionError } from './failure.ts';
import type { ClientOptions, TokenSource } from './options.ts';
import type { Call } from './request.ts';

/** A header, or what was given for headers, that HTTP cannot carry. */
export class InvalidHeaders extends Error {
  /** Leads to the header within the option, such as `["x-env"]`. */
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

/** What an attempt sends. */
export interface SentHeaders {
  readonly headers: Headers;
  /** The token of the option `token`, unless a header replaces it. */
  readonly token: string | undefined;
}

/** The client's options `headers` and `token`. Concurrent calls share one request for a token. */
export class Authorization {
  /** Whether the client has neither headers nor a token. */
  readonly isEmpty: boolean;
  /** Whether another token can be requested. */
  readonly canRenew: boolean;
  readonly #headers: ClientOptions['headers'];
  readonly #token: TokenSource | undefined;
  #pending:
    { readonly rejected: string | undefined; readonly token: Promise<string | undefined> } | undefined;

  constructor({ headers, token }: Pick<ClientOptions, 'headers' | 'token'>) {
    this.#headers = headers ?? undefined;
    this.#token = token ?? undefined;
    this.isEmpty = this.#headers === undefined && this.#token === undefined;
    this.canRenew = typeof this.#token === 'function';
  }

  /** What the options hold, as far as they are not functions: no error may show it. */
  get fixed(): [name: string, value: string][] {
    return [
      ...(typeof this.#headers === 'function' ? [] : headersOf(this.#headers ?? [])),
      ...(typeof this.#token === 'string' ? ([['authorization', this.#token]] as [string, string][]) : []),
    ];
  }

  /**
   * The headers of one attempt. Those of the call take precedence over those of the client and the token.
   *
   * @param rejected - The token that the service refused at the last attempt.
   * @throws NetworkError if a function fails; ValidationError if HTTP cannot carry what it returns.
   */
  async headersFor(call: Call, rejected: string | undefined): Promise<SentHeaders> {
    const source = this.#headers;
    const [common, token] = await Promise.all([
      resultOf(call, 'headers', async () => (typeof source === 'function' ? await source() : source)),
      resultOf(call, 'token', () => this.#tokenFor(rejected)),
    ]);
    const headers = common === undefined ? new Headers() : checkedHeaders(call, common);
    if (token !== undefined) headers.set('authorization', checkedToken(call, token));
    const own = call.options.headers;
    // They were checked with the call's options.
    if (own) for (const [name, value] of headersOf(own)) headers.set(name, value);
    return { headers, token: own && headersOf(own).has('authorization') ? undefined : token };
  }

  /** At most one request for a token is pending, whoever stops waiting for it. */
  async #tokenFor(rejected: string | undefined): Promise<string | undefined> {
    const source = this.#token;
    if (typeof source !== 'function') return source;
    while (this.#pending) {
      const { token: pending, rejected: named } = this.#pending;
      const token = await pending;
      // A token that was requested before the 401 may be the refused one.
      if (token !== rejected || rejected === undefined || named === rejected) return token;
    }
    const token = Promise.resolve({ rejected })
      .then(source)
      // Callers without types may return `null` for no token.
      .then((value) => value ?? undefined)
      .finally(() => {
        this.#pending = undefined;
      });
    this.#pending = { rejected, token };
    return await token;
  }
}

/** @throws NetworkError if the caller's function fails. */
async function resultOf<Value>(
  call: Call,
  option: 'headers' | 'token',
  provide: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return (await provide()) ?? undefined;
  } catch (cause) {
    throw functionError(call, `the function given as \`${option}\``, cause);
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

/** The value of the header for a token. */
function checkedToken(call: Call, token: unknown): string {
  const value = `Bearer ${String(token)}`;
  if (typeof token === 'string' && token !== '' && isHeaderValue(value)) return value;
  throw invalidArgument(call, 'token', 'a token, not empty, that HTTP can carry', typeName(token));
}

/**
 * Headers from what a caller gave.
 *
 * @throws InvalidHeaders if HTTP cannot carry them.
 */
export function headersOf(given: unknown): Headers {
  const headers = new Headers();
  for (const [name, value] of pairsOf(given)) {
    try {
      headers.append(name, value);
    } catch {
      // The message of the platform shows the value.
      const path = `[${JSON.stringify(name)}]`;
      throw new InvalidHeaders(path, 'a name and a value that HTTP can carry', 'another name or value');
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
  throw new InvalidHeaders('', 'names and values that HTTP can carry', typeName(given));
}

function isPair(pair: unknown): pair is [name: string, value: string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
}

function isHeaderValue(value: string): boolean {
  try {
    return new Headers({ authorization: value }).has('authorization');
  } catch {
    return false;
  }
}
