import type { Call } from './call.ts';
import { loadFailure, loadRefusal } from './on-demand.ts';
import type { ClientOptions, HeaderFields } from './options.ts';

/** An option that gives headers. */
export type HeadersOption = 'headers' | 'token';

/** The caller's headers and token. */
export interface Credentials {
  /** Asks for what one attempt is to send. Headers of the call win over those of the client and the token. */
  headersFor(call: Call): Promise<Headers | []>;
  /** Whether another token can be had. */
  readonly renewable: boolean;
}

/** Makes what a client needs to authenticate its calls. Concurrent calls share one question for a token. */
export function createCredentials({ headers, token }: Pick<ClientOptions, 'headers' | 'token'>): Credentials {
  const renewable = typeof token === 'function';
  let pending: Promise<string | undefined> | undefined;
  const shared = () => {
    if (!renewable || pending) return pending;
    const answer = Promise.resolve()
      .then(token)
      .finally(() => {
        if (pending === answer) pending = undefined;
      });
    return (pending = answer);
  };

  return {
    async headersFor(call) {
      // Callers without types may say `null` for an option that they leave out.
      const own = call.terms.options.headers ?? undefined;
      if ((headers ?? token ?? own ?? undefined) === undefined) return [];
      const answers = Promise.all([
        ask(call, 'headers', headers),
        ask(call, 'token', renewable ? shared : token),
      ]);
      const [common, bearer] = await call.within(answers).catch((error: unknown) => {
        // An answer that this call gave up waiting for is none to share with later calls.
        pending = undefined;
        throw error;
      });
      const all = new Headers();
      await put(call, all, 'headers', common);
      await put(call, all, 'token', bearer);
      await put(call, all, 'headers', own);
      return all;
    },
    renewable,
  };
}

/** What an option says, or what the function given as the option answers. */
async function ask<Value>(
  call: Call,
  option: HeadersOption,
  source: Value | (() => Value | Promise<Value>),
): Promise<Value> {
  try {
    // The two options that come here hold no functions as values.
    return await (typeof source === 'function' ? (source as () => Value | Promise<Value>)() : source);
  } catch (cause) {
    throw (await loadFailure(call)).providerFailure(call, option, cause);
  }
}

async function put(
  call: Call,
  all: Headers,
  option: HeadersOption,
  given: HeaderFields | string | undefined,
): Promise<void> {
  try {
    for (const [name, value] of new Headers(fieldsOf(option, given ?? undefined))) all.set(name, value);
  } catch {
    // The platform's own message quotes the value.
    throw (await loadRefusal(call)).unfitHeaders(call, option, given);
  }
}

function fieldsOf(option: HeadersOption, given: HeaderFields | string | undefined): HeaderFields {
  if (given === undefined) return {};
  if (option === 'headers') return given as HeaderFields;
  if (typeof given !== 'string' || given === '') throw new TypeError('no token');
  return { authorization: `Bearer ${given}` };
}
