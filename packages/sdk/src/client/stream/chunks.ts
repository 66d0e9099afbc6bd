import type { Call } from '../call.ts';
import type { TimeoutPhase } from '../errors/timeout-error.ts';
import type { loadFailure } from '../on-demand.ts';

/**
 * The body of a response, chunk by chunk. `timeout` is the longest silence before a chunk; the time that the reader takes
 * is its own. Ends its connection when it is left early, also before the first chunk was asked for.
 *
 * @throws TypeError when it is read a second time.
 */
export function chunksOf(
  call: Call,
  body: ReadableStream<Uint8Array> | null,
  load: typeof loadFailure,
): AsyncIterable<Uint8Array> {
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
            throw call.ended(thrown, limit) ?? (await load(call)).networkFailure(call, thrown);
          }
        },
        return: close,
      };
    },
  };
}

/** How long the next chunk may take, and by which budget. */
function nextLimit({ terms, timeLeft }: Call): { readonly ms: number; readonly phase: TimeoutPhase } {
  const { timeout } = terms.budgets;
  return timeLeft < timeout ? { ms: timeLeft, phase: 'total' } : { ms: timeout, phase: 'attempt' };
}
