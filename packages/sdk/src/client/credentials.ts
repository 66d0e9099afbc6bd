import { typeName } from '../contract/type-name.ts';
import type { Call } from './call.ts';
import { NetworkError } from './errors/network-error.ts';
import { ValidationError } from './errors/validation-error.ts';
import type { ClientOptions, HeaderFields } from './options.ts';
import { safeCause } from './safe-cause.ts';

/** Puts the caller's headers and token onto the requests of a call. */
export interface Credentials {
  /** Whether a 401 may be answered with another token, for a call with headers of its `own`. */
  isRenewable(own: HeaderFields | undefined): boolean;
  /** Drops a question for a token that is on its way, so that the next call asks anew. */
  forget(): void;
  /** Sets the headers of one attempt. `own` are those of the call; they win. */
  apply(call: Call, headers: Headers, own: HeaderFields | undefined): Promise<void>;
}

/** Makes what a client needs to authenticate its calls. Concurrent calls share one question for a token. */
export function createCredentials(options: Pick<ClientOptions, 'headers' | 'token'>): Credentials {
  let pending: Promise<string | undefined> | undefined;
  const ask = (source: () => string | undefined | Promise<string | undefined>) => {
    const answer = Promise.resolve()
      .then(source)
      .finally(() => {
        if (pending === answer) pending = undefined;
      });
    return answer;
  };
  const { token } = options;
  const shared = isProvider(token) ? () => (pending ??= ask(token)) : token;
  return {
    isRenewable: (own) => isProvider(token) && !hasAuthorization(own),
    forget: () => {
      pending = undefined;
    },
    async apply(call, headers, own) {
      const [common, bearer] = await Promise.all([
        provided(call, 'headers', options.headers),
        provided(call, 'token', shared),
      ]);
      setAll(call, headers, common, 'headers');
      setToken(call, headers, bearer);
      setAll(call, headers, own, 'headers');
    },
  };
}

async function provided<Value>(
  call: Call,
  option: 'headers' | 'token',
  source: Value | (() => Value | Promise<Value>),
): Promise<Value> {
  if (!isProvider(source)) return source;
  try {
    return await source();
  } catch (cause) {
    const sent = call.attempts === 0 ? 'nothing was sent' : 'no further request was sent';
    const message = `the function given as \`${option}\` failed, so ${sent}. See \`cause\`.`;
    throw call.own(new NetworkError(message, call.facts, { cause: safeCause(cause, []) }));
  }
}

function isProvider<Value>(
  source: Value | (() => Value | Promise<Value>),
): source is () => Value | Promise<Value> {
  return typeof source === 'function';
}

function hasAuthorization(own: HeaderFields | undefined): boolean {
  try {
    return new Headers(own ?? {}).has('authorization');
  } catch {
    // Headers that HTTP cannot carry are refused before anything is sent.
    return false;
  }
}

/** @param bearer - A token; callers without types may give anything. */
function setToken(call: Call, headers: Headers, bearer: unknown): void {
  if (bearer === undefined || bearer === null) return;
  if (typeof bearer !== 'string' || bearer === '')
    throw unfit(call, 'token', 'a token that is not empty', bearer);
  setAll(call, headers, { authorization: `Bearer ${bearer}` }, 'token');
}

function setAll(
  call: Call,
  headers: Headers,
  given: HeaderFields | undefined,
  option: 'headers' | 'token',
): void {
  try {
    for (const [name, value] of new Headers(given ?? {})) headers.set(name, value);
  } catch {
    // The platform's own message quotes the value.
    throw unfit(call, option, 'names and values that HTTP can carry', given);
  }
}

function unfit(call: Call, path: string, expected: string, given: unknown): ValidationError {
  const issue = { path, pointer: '', expected, received: typeName(given) };
  return call.own(new ValidationError(call.facts, 'request', [issue]));
}
