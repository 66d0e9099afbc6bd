import type { ActivityStream } from './client.ts';
import type { ClientContext } from './context.ts';
import { abortError, timeoutError } from './errors/interruption.ts';
import { NetworkError } from './errors/network-error.ts';
import { networkFailure } from './errors/network-failure.ts';
import { aborted, race, timedOut } from './race.ts';
import { type ApiRequest, timeLeft } from './request.ts';
import { parseError, warn } from './response.ts';
import { type Exchange, send } from './transport.ts';
import { validationError } from './validation/validation-errors.ts';

/**
 * Requests an activity log and passes its body on as it arrives.
 *
 * @param limitsTotal - Whether `totalTimeout` limits the whole, or only the time to the response headers.
 */
export async function openLog(
  request: ApiRequest,
  client: ClientContext,
  limitsTotal: boolean,
): Promise<ActivityStream> {
  const exchange = await send({ ...request, streams: true }, client);
  const { response, attempts } = exchange;
  return {
    chunks: readChunks(request, exchange, limitsTotal),
    failure: async (reason) =>
      reason === 'not JSON'
        ? parseError(request, attempts, response.status)
        : validationError(request, attempts, 'response', reason),
    validation: client.validation,
    warn: async (issues) => warn(client, request, attempts, issues),
  };
}

/**
 * The body of a response, chunk by chunk. `timeout` is the longest silence before a chunk; the time that the reader takes
 * does not count. Leaving the loop early closes the connection, even before the first chunk was requested.
 *
 * @throws TypeError when it is read a second time.
 */
function readChunks(
  request: ApiRequest,
  { response, attempts, headers }: Exchange,
  limitsTotal: boolean,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      if (response.body?.locked) {
        throw new TypeError('the chunks of this log were read already, and are not kept: open it once more.');
      }
      const reader = response.body?.getReader();
      const done = { done: true as const, value: undefined };
      const close = async () => {
        // A reader that cannot be cancelled has ended.
        reader?.cancel().catch(() => undefined);
        return done;
      };
      const next = async () => {
        if (reader === undefined) return done;
        const left = limitsTotal ? timeLeft(request) : Infinity;
        const { timeout } = request.limits;
        const read = reader
          .read()
          .catch((thrown: unknown) => networkFailure(request, attempts, headers, thrown, response.status));
        const chunk = await race(read, request.signal, Math.min(left, timeout));
        if (chunk !== timedOut && chunk !== aborted && !(chunk instanceof NetworkError)) return chunk;
        void close();
        // A read that fails because of the abort is an abort.
        if (chunk === aborted || request.signal?.aborted) throw abortError(request, attempts);
        if (chunk !== timedOut) throw chunk;
        const limit = left < timeout ? 'totalTimeout' : 'timeout';
        throw timeoutError(request, attempts, limit, 'the response body');
      };
      return { next, return: close };
    },
  };
}
