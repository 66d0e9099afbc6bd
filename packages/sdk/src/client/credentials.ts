import type { Call } from './call.ts';
import { NetworkError } from './errors/network-error.ts';
import { ValidationError } from './errors/validation-error.ts';
import type { ClientOptions, HeaderFields, TokenSource } from './options.ts';

/** Puts the caller's headers and token onto the requests of a call. */
export interface Credentials {
  /** Whether a 401 may be answered with another token. */
  readonly renewable: boolean;
  /** Sets the headers of one attempt. `own` are those of the call; they win. */
  apply(call: Call, headers: Headers, own: HeaderFields | undefined): Promise<void>;
}

/** Makes what a client needs to authenticate its calls. Concurrent calls share one question for a token. */
export function createCredentials(options: Pick<ClientOptions, 'headers' | 'token'>): Credentials {
  const token = shared(options.token);
  return {
    renewable: typeof options.token === 'function',
    async apply(call, headers, own) {
      const [common, bearer] = await Promise.all([
        provided(call, 'headers', options.headers),
        provided(call, 'token', token),
      ]);
      setAll(call, headers, common);
      if (bearer !== undefined) setAll(call, headers, { authorization: `Bearer ${bearer}` }, 'token');
      setAll(call, headers, own);
    },
  };
}

/** Callers that ask while an answer is on its way get that answer. */
function shared(source: TokenSource | undefined): TokenSource | undefined {
  if (typeof source !== 'function') return source;
  let pending: Promise<string | undefined> | undefined;
  return () =>
    (pending ??= Promise.resolve()
      .then(source)
      .finally(() => {
        pending = undefined;
      }));
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
    throw new NetworkError(
      `the function given as \`${option}\` failed, so nothing was sent. See \`cause\`.`,
      call.facts,
      {
        cause,
      },
    );
  }
}

function isProvider<Value>(
  source: Value | (() => Value | Promise<Value>),
): source is () => Value | Promise<Value> {
  return typeof source === 'function';
}

function setAll(
  call: Call,
  headers: Headers,
  given: HeaderFields | undefined,
  option: 'headers' | 'token' = 'headers',
): void {
  if (given === undefined) return;
  try {
    for (const [name, value] of new Headers(given)) headers.set(name, value);
  } catch {
    // The platform's own message quotes the value.
    throw new ValidationError(call.facts, 'request', [
      {
        path: option,
        pointer: '',
        expected: 'names and values that HTTP can carry',
        received: 'others',
      },
    ]);
  }
}
