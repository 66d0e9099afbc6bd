/** This module streams the activity log while the response arrives. */
import { isLogError } from '../activity/errors.ts';
import { batchesOf, issuesOf } from '../activity/parse-activity.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { isActivityEntry } from '../contract/validators.gen.ts';
import { readerOf } from './attempt.ts';
import { send } from './call.ts';
import type { ActivityStream } from './client.ts';
import {
  abortError,
  toMockServicesError,
  networkError,
  parseError,
  timeoutError,
  validationError,
} from './failure.ts';
import type { StreamOptions } from './options.ts';
import { aborted, race, timedOut } from '../race.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { warn } from './response.ts';

/**
 * Streams an activity log. The request is sent when the first entry is requested.
 *
 * @param start - Function that creates the call. Aborting the signal ends the call.
 */
export function streamLog(
  start: (options: StreamOptions) => Call,
  given: StreamOptions | null | undefined,
): ActivityStream {
  const options = { ...given };
  const ending = new AbortController();
  const abort = (): void => ending.abort(options.signal?.reason);
  let call: Call | undefined;
  let unread: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  /** Number of pending `next()` calls. */
  let waiting = 0;
  let failure: Error | undefined;

  async function* read(): AsyncGenerator<ActivityEntry, undefined, undefined> {
    if (options.signal?.aborted) abort();
    options.signal?.addEventListener('abort', abort);
    call = start({ ...options, signal: ending.signal });
    yield* entriesOf(call, options);
  }
  const entries = read();

  const end = async (): Promise<void> => {
    clearTimeout(unread);
    options.signal?.removeEventListener('abort', abort);
    ending.abort();
    await entries.return(undefined);
  };
  const next = async (): Promise<IteratorResult<ActivityEntry, undefined>> => {
    clearTimeout(unread);
    waiting += 1;
    try {
      if (failure) throw failure;
      const result = await entries.next();
      if (result.done) await end();
      return result;
    } catch (error) {
      if (isClosed) return { done: true, value: undefined };
      await end();
      throw call ? toMockServicesError(call, failure ?? error) : error;
    } finally {
      failure = undefined;
      waiting -= 1;
      watch();
    }
  };
  /** Closes the connection if the caller does not request the next entry within `timeout` milliseconds. */
  const watch = (): void => {
    const { timeout } = call?.options.limits ?? { timeout: Infinity };
    if (timeout === Infinity || call === undefined || waiting > 0 || ending.signal.aborted) return;
    const reading = call;
    unread = setTimeout(() => {
      failure = timeoutError(reading, 'timeout', 'the caller to request the next entry');
      void end();
    }, timeout);
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    await end();
  };
  const stream = {
    next,
    return: async () => {
      await close();
      return { done: true as const, value: undefined };
    },
    close,
    [Symbol.asyncIterator]: () => stream,
    [asyncDispose]: close,
  };
  return stream;
}

/**
 * The symbol that `await using` looks up. Safari does not define `Symbol.asyncDispose`. In Safari, compiled code uses
 * the registered symbol `Symbol.for('Symbol.asyncDispose')`.
 */
export const asyncDispose: typeof Symbol.asyncDispose =
  (Symbol as { readonly asyncDispose?: typeof Symbol.asyncDispose }).asyncDispose ??
  (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);

async function* entriesOf(
  call: Call,
  options: StreamOptions,
): AsyncGenerator<ActivityEntry, undefined, undefined> {
  const response = await send(call, true);
  const limitsTotal = (options.totalTimeout ?? undefined) !== undefined;
  const { validation } = call.options;
  try {
    for await (const batch of batchesOf(chunksOf(call, response, limitsTotal), options)) {
      for (const item of batch) {
        if (validation !== 'off' && !isActivityEntry(item.value)) {
          const issues = issuesOf(item);
          if (validation === 'strict')
            throw validationError(call, 'response', issues, { response, body: undefined });
          warn(call, issues);
        }
        if (call.options.signal?.aborted) throw abortError(call);
        // The log item is a valid entry, unless the caller disabled strict validation.
        yield item.value as ActivityEntry;
      }
    }
  } catch (error) {
    if (!isLogError(error)) throw error;
    throw error.fault === 'syntax'
      ? parseError(call, response, true)
      : validationError(call, 'response', error.issues, { response, body: undefined });
  }
  return undefined;
}

/**
 * Yields the chunks of a response body. The `timeout` option limits the wait for each chunk, not including the time
 * that the caller needs to process entries.
 */
async function* chunksOf(
  call: Call,
  { body, status }: ReceivedResponse,
  limitsTotal: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = readerOf(body);
  if (!chunks) return;
  const { signal, limits } = call.options;
  try {
    for (;;) {
      const left = limitsTotal ? call.timeLeft : Infinity;
      const read = chunks.next().catch((thrown: unknown) => ({ thrown }));
      const chunk = await race(read, signal, Math.min(left, limits.timeout));
      if (chunk === aborted || signal?.aborted) throw abortError(call);
      if (chunk === timedOut) {
        throw timeoutError(call, left < limits.timeout ? 'totalTimeout' : 'timeout', 'the response body');
      }
      if ('thrown' in chunk) throw networkError(call, chunk.thrown, { status, isNetwork: true }).error;
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    chunks.end();
  }
}
