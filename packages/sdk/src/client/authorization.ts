import { typeName } from '../contract/issue.ts';
import { NetworkError } from './errors/network-error.ts';
import { safeCause } from './errors/safe-cause.ts';
import { secretsOf } from './errors/secrets.ts';
import type { ClientOptions, HeaderFields } from './options/options.ts';
import { type ApiRequest, factsOf } from './request.ts';
import { invalidArgument } from './validation/validation-errors.ts';

/** Options that add headers to a request. */
type Option = 'headers' | 'token' | 'idempotencyKey';

/** The caller's headers and token. */
export interface Authorization {
  /**
   * Collects what one attempt sends. Headers of the call take precedence over those of the client and the token.
   *
   * @param attempts - Requests that the call has sent so far.
   * @param sent - What its last attempt sent, which no error may show.
   * @throws NetworkError when a function fails; ValidationError when HTTP cannot carry a value.
   */
  headersFor(request: ApiRequest, attempts: number, sent: Iterable<[string, string]>): Promise<Headers>;
  /** Lets later calls request a token of their own instead of waiting for an abandoned one. */
  forget(): void;
  /** Whether another token can be had. */
  readonly isRenewable: boolean;
  /** Whether a client has neither headers nor a token. */
  readonly isEmpty: boolean;
}

/** Concurrent calls share one token request. */
export function createAuthorization({
  headers,
  token,
}: Pick<ClientOptions, 'headers' | 'token'>): Authorization {
  const isRenewable = typeof token === 'function';
  let pending: Promise<string | undefined> | undefined;
  const sharedToken = () => {
    if (!isRenewable || pending) return pending;
    const requested = Promise.resolve()
      .then(token)
      .finally(() => {
        if (pending === requested) pending = undefined;
      });
    return (pending = requested);
  };

  return {
    async headersFor(request, attempts, sent) {
      // A function that fails may quote what the other options hold, before any of it is sent.
      const secrets = () => {
        try {
          const fixed = [
            ...pairsOf('headers', typeof headers === 'function' ? undefined : headers),
            ...pairsOf('token', typeof token === 'function' ? undefined : token),
            ...pairsOf('headers', request.headers),
          ];
          return secretsOf(request, [...sent, ...fixed]);
        } catch {
          return undefined;
        }
      };
      const call = async <Value>(option: Option, source: Value | (() => Value | Promise<Value>)) => {
        try {
          // Neither option has functions as values.
          return await (typeof source === 'function' ? (source as () => Value | Promise<Value>)() : source);
        } catch (cause) {
          throw providerFailure(request, attempts, option, safeCause(cause, secrets()));
        }
      };
      const [common, bearer] = await Promise.all([
        call('headers', headers),
        call('token', isRenewable ? sharedToken : token),
      ]);
      const all = new Headers();
      const add = (option: Option, value: HeaderFields | string | undefined) => {
        try {
          for (const [name, field] of pairsOf(option, value)) all.set(name, field);
        } catch {
          // The platform's own message quotes the value.
          const expected = `${option === 'token' ? 'a token, not empty,' : 'names and values'} that HTTP can carry`;
          throw invalidArgument(request, attempts, option, expected, typeName(value));
        }
      };
      add('headers', common);
      add('token', bearer);
      add('idempotencyKey', request.idempotencyKey);
      add('headers', request.headers);
      return all;
    },
    forget: () => {
      pending = undefined;
    },
    isRenewable,
    // Callers without types may pass `null` for an option that they leave out.
    isEmpty: (headers ?? token ?? undefined) === undefined,
  };
}

/**
 * What a value of an option adds to the headers.
 *
 * @throws TypeError when HTTP cannot carry it.
 */
function pairsOf(option: Option, value: HeaderFields | string | undefined): Iterable<[string, string]> {
  // Callers without types may pass `null`.
  if ((value ?? undefined) === undefined) return [];
  if (option !== 'token') {
    const given = value as HeaderFields & { readonly then?: unknown };
    // `Headers` takes a function and a promise as empty, and any value as a string.
    const isFields =
      typeof (given.then ?? given) !== 'function' &&
      (Symbol.iterator in given || Object.values(given).every((field) => typeof field === 'string'));
    if (isFields) return new Headers(given);
  }
  if (option !== 'token' || typeof value !== 'string' || value === '') throw new TypeError('not valid');
  return new Headers({ authorization: `Bearer ${value}` });
}

/** The error of a token or header function that failed. */
function providerFailure(
  request: ApiRequest,
  attempts: number,
  option: Option,
  cause: unknown,
): NetworkError {
  const sent = attempts === 0 ? 'nothing was sent' : 'no further request was sent';
  const message = `the function given as \`${option}\` failed, so ${sent}. See \`error.cause\`.`;
  return new NetworkError(message, factsOf(request, attempts), { cause });
}
