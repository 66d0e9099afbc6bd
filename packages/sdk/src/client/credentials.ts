import type { Call } from './call.ts';
import { loadFailure } from './on-demand.ts';
import type { ClientOptions, HeaderFields } from './options.ts';

/** Headers as an attempt is given them. */
export type HeadersToSend = Headers | [name: string, value: string][];

/** An option that gives headers. */
export type HeadersOption = 'headers' | 'token';

/** Puts the caller's headers and token onto the requests of a call. */
export interface Credentials {
  /** Makes the headers of one attempt; at once, unless the caller gave any or a token. Those of the call win. */
  headersFor(call: Call): HeadersToSend | Promise<Headers>;
  /** Whether another token can be had. */
  readonly renewable: boolean;
}

/** Makes what a client needs to authenticate its calls. Concurrent calls share one question for a token. */
export function createCredentials({ headers, token }: Pick<ClientOptions, 'headers' | 'token'>): Credentials {
  const renewable = typeof token === 'function';
  let pending: Promise<string | undefined> | undefined;
  const shared = (): string | undefined | Promise<string | undefined> => {
    if (!renewable) return token;
    if (pending) return pending;
    const answer = Promise.resolve()
      .then(token)
      .finally(() => {
        if (pending === answer) pending = undefined;
      });
    return (pending = answer);
  };

  const gather = async (call: Call, own: HeaderFields | undefined): Promise<Headers> => {
    const answers = Promise.all([ask(call, 'headers', headers), ask(call, 'token', shared)]);
    const [common, bearer] = await call.within(answers).catch((error: unknown) => {
      // An answer that this call gave up waiting for is none to share with later calls.
      pending = undefined;
      throw error;
    });
    const all = new Headers(basics(call));
    const given = [
      ['headers', common],
      ['token', bearer],
      ['headers', own],
    ] as const;
    for (const [option, value] of given) {
      try {
        for (const [name, field] of new Headers(fieldsOf(option, value))) all.set(name, field);
      } catch {
        // The platform's own message quotes the value.
        throw (await loadFailure(call)).unfitHeaders(call, option, value);
      }
    }
    return all;
  };

  return {
    headersFor(call) {
      // Callers without types may say `null` for an option that they leave out.
      const own = call.terms.options.headers ?? undefined;
      return (headers ?? token ?? own) === undefined ? basics(call) : gather(call, own);
    },
    renewable,
  };
}

function basics({ body }: Call): [string, string][] {
  const json = 'application/json';
  return body === undefined
    ? [['accept', json]]
    : [
        ['accept', json],
        ['content-type', json],
      ];
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

function fieldsOf(option: HeadersOption, given: HeaderFields | string | null | undefined): HeaderFields {
  if (given === undefined || given === null) return {};
  if (option === 'headers') return given as HeaderFields;
  if (typeof given === 'string' && given !== '') return { authorization: `Bearer ${given}` };
  throw new TypeError('no token');
}
