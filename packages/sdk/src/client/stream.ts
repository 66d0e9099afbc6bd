import { isLogError } from '../activity/errors.ts';
import { batchesOf, issuesOf } from '../activity/parse-activity.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { isActivityEntry } from '../contract/validators.gen.ts';
import { lost, readerOf } from './body.ts';
import { send } from './call.ts';
import type { ActivityStream } from './client.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { errorOf, within } from './failure.ts';
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
        const waitingFor = waiting > 0 ? 'the response body' : 'the caller to request the next entry';
        failure = errorOf(call, { kind: 'timeout', limit: 'totalTimeout', waitingFor });
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
          if (validation === 'strict') throw errorOf(call, { kind: 'invalid', issues, response });
          warnOfDifferences(call, issues);
        }
        if (signal?.aborted) throw errorOf(call, { kind: 'aborted' });
        // The item is a valid entry, unless the caller disabled strict validation.
        yield item.value as ActivityEntry;
      }
    }
  } catch (error) {
    if (!isLogError(error)) throw error;
    const { fault, issues } = error;
    throw errorOf(
      call,
      fault === 'syntax'
        ? { kind: 'syntax', response, isStream: true }
        : { kind: 'invalid', issues, response },
    );
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
  const { timeout } = call.options.limits;
  try {
    for (;;) {
      const read = chunks.next().catch((thrown: unknown) => lost(thrown, status, true));
      const chunk = await within(call, read, 'timeout', timeout, () => 'the response body');
      if ('kind' in chunk) throw errorOf(call, chunk);
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    chunks.end();
  }
}
