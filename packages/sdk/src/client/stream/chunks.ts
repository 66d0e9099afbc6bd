import type { Call } from '../call.ts';
import type { TimeoutPhase } from '../errors/timeout-error.ts';
import { networkFailure } from '../failure/network-failure.ts';

/**
 * The body of a response, chunk by chunk. `timeout` is the longest silence before a chunk; the time that the reader takes
 * is its own. Ends its connection when it is left early, also before the first chunk was asked for.
 *
 * @throws TypeError when it is read a second time.
 */
export function chunksOf(call: Call, body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      if (body?.locked) {
        throw new TypeError('the chunks of this log were read already, and are not kept: open it once more.');
      }
      const reader = body?.getReader();
      const close = () => {
        // What cannot be cancelled any more has ended.
        reader?.cancel().catch(() => undefined);
        return Promise.resolve({ done: true as const, value: undefined });
      };
      return {
        async next() {
          const limit = nextLimit(call);
          try {
            return reader === undefined
              ? { done: true, value: undefined }
              : await call.within(reader.read(), limit.ms);
          } catch (thrown) {
            void close();
            throw call.ended(thrown, limit) ?? networkFailure(call, thrown);
          }
        },
        return: close,
      };
    },
  };
}

/** Until when the next chunk has to be there. A log may take as long as it is long, unless the call itself says otherwise. */
function nextLimit({ terms, timeLeft }: Call): { readonly ms: number; readonly phase: TimeoutPhase } {
  const silence = terms.budgets.timeout;
  const asked = (terms.options.totalTimeout ?? undefined) !== undefined;
  return asked && timeLeft < silence ? { ms: timeLeft, phase: 'total' } : { ms: silence, phase: 'attempt' };
}
