import { isLogError } from '../activity/errors.ts';
import { batchesOf, issuesOf } from '../activity/parse-activity.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { isActivityEntry } from '../contract/validators.gen.ts';
import { aborted, race, timedOut } from '../race.ts';
import { readerOf, UnusableResponse } from './body.ts';
import { send } from './call.ts';
import type { ActivityStream } from './client.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { abortError, errorOf, parseError, timeoutError, validationError } from './failure.ts';
import type { StreamOptions } from './options.ts';
import { warnOfDifferences } from './response.ts';

/** @param start - Called when the first entry is requested. The call must end when the given controller aborts. */
export function streamLog(
  start: (ending: AbortController) => Call,
  options: StreamOptions | null | undefined,
): ActivityStream {
  const ending = new AbortController();
  let expiry: ReturnType<typeof setTimeout> | undefined;
  /** The error of a stream that failed while nobody was waiting for an entry. */
  let failure: Error | undefined;
  let isClosed = false;
  let waiting = 0;

  async function* read(): AsyncGenerator<ActivityEntry, undefined, undefined> {
    const call = start(ending);
    const response = await send(call, true);
    if ((options?.totalTimeout ?? false) !== false) {
      expiry = setTimeout(() => {
        const event = waiting > 0 ? 'the response body' : 'the caller to request the next entry';
        failure = timeoutError(call, 'totalTimeout', event);
        void end();
      }, call.timeLeft);
    }
    yield* entriesOf(call, response, options?.maxEntryLength ?? undefined);
    return undefined;
  }
  const entries = read();

  const end = async (): Promise<void> => {
    clearTimeout(expiry);
    ending.abort();
    await entries.return(undefined);
  };
  const next = async (): Promise<IteratorResult<ActivityEntry, undefined>> => {
    waiting += 1;
    try {
      if (failure) throw failure;
      const result = await entries.next();
      if (result.done) await end();
      return result;
    } catch (error) {
      if (isClosed) return { done: true, value: undefined };
      await end();
      throw failure ?? error;
    } finally {
      // The error is reported only once. After that, the stream has ended.
      failure = undefined;
      waiting -= 1;
    }
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

/** Safari does not define `Symbol.asyncDispose`, so compiled code uses the registered symbol there. */
export const asyncDispose: typeof Symbol.asyncDispose =
  (Symbol as { readonly asyncDispose?: typeof Symbol.asyncDispose }).asyncDispose ??
  (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);

async function* entriesOf(
  call: Call,
  response: ReceivedResponse,
  maxEntryLength: number | undefined,
): AsyncGenerator<ActivityEntry, void, undefined> {
  const { validation, signal } = call.options;
  try {
    for await (const batch of batchesOf(chunksOf(call, response), { maxEntryLength })) {
      for (const item of batch) {
        if (validation !== 'off' && !isActivityEntry(item.value)) {
          const issues = issuesOf(item);
          if (validation === 'strict')
            throw validationError(call, 'response', issues, { response, body: undefined });
          warnOfDifferences(call, issues);
        }
        if (signal?.aborted) throw abortError(call);
        // The item is a valid entry, unless the caller disabled strict validation.
        yield item.value as ActivityEntry;
      }
    }
  } catch (error) {
    if (!isLogError(error)) throw error;
    throw error.fault === 'syntax'
      ? parseError(call, response, true)
      : validationError(call, 'response', error.issues, { response, body: undefined });
  }
}

/** The `timeout` option limits the wait for each chunk. */
async function* chunksOf(
  call: Call,
  { body, status, text }: ReceivedResponse,
): AsyncGenerator<Uint8Array | string, void, undefined> {
  const chunks = readerOf(body);
  if (!chunks) {
    yield text;
    return;
  }
  const { signal, limits } = call.options;
  try {
    for (;;) {
      const read = chunks.next().catch((thrown: unknown) => ({ thrown }));
      const chunk = await race(read, signal, limits.timeout);
      if (chunk === aborted || signal?.aborted) throw abortError(call);
      if (chunk === timedOut) throw timeoutError(call, 'timeout', 'the response body');
      if ('thrown' in chunk) {
        const { thrown } = chunk;
        throw errorOf(
          call,
          thrown instanceof UnusableResponse
            ? thrown.failure
            : { kind: 'network', thrown, status, isNetworkFailure: true },
        );
      }
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    chunks.end();
  }
}
