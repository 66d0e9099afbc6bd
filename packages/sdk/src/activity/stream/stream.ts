import type { Issue } from '../../contract/issue.ts';
import type { ActivityEntry } from '../../contract/resources.ts';
import { isLogError, type LogError } from '../errors/log-error.ts';
import { batchesOf } from './entries.ts';

/** Options of {@link streamActivity}; each takes precedence over the client's. */
export interface StreamOptions {
  /** Ends the stream, at any time. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of this call. */
  readonly headers?: Headers | Record<string, string> | [name: string, value: string][] | undefined;
  /** Milliseconds up to the response headers, and then the longest silence before more of the body; `false` for no limit. */
  readonly timeout?: number | false | undefined;
  /** Milliseconds for the whole log, however long it is. Without it there is no such limit. */
  readonly totalTimeout?: number | false | undefined;
  /** How often the request is repeated while no response has begun. */
  readonly maxRetries?: number | undefined;
}

/** What opens an activity log: a client of `createClient`, or anything with this one method. */
export interface ActivityOpener {
  readonly activity: {
    /** Asks for an activity log (§4, endpoint 1) and hands on its body as it arrives. */
    open(
      workspaceId: string,
      options?: StreamOptions,
    ): PromiseLike<{
      readonly chunks: AsyncIterable<Uint8Array>;
      /** Makes the error of a body that is no log. */
      readonly failure: (reason: 'not JSON' | readonly Issue[]) => PromiseLike<Error>;
      /** Whether an entry of another shape ends the stream, is told to `warn`, or is not looked for; `strict` if left out. */
      readonly validation?: 'strict' | 'warn' | 'off' | undefined;
      readonly warn?: ((issues: readonly Issue[]) => PromiseLike<void>) | undefined;
    }>;
  };
}

/**
 * Reads an activity log (§4, endpoint 1) as it arrives, for logs too large to hold: at most one chunk with its entries, or
 * one entry or other field that is longer, is in memory, and the service is not read faster than the loop goes. An entry
 * that differs from the interface is treated as the client's `validation` says. Leaving the loop ends the connection.
 *
 * @param workspaceId - UUID.
 * @throws What the client's methods throw: up to the response headers after its retries; later, and after the entries
 *   that did arrive, a `NetworkError` when the body breaks off, a `TimeoutError` after a silence, an `AbortError`, a
 *   `ParseError` when it is not JSON, and a `ValidationError` when it is no log, whatever `validation` is.
 * @example
 * ```ts
 * import { streamActivity } from '@mock-services/sdk/activity';
 *
 * let failed = 0;
 * for await (const { response } of streamActivity(client, workspaceId)) {
 *   if (response.statusCode >= 500) failed += 1;
 * }
 * ```
 */
export async function* streamActivity(
  client: ActivityOpener,
  workspaceId: string,
  options?: StreamOptions,
): AsyncGenerator<ActivityEntry, void, undefined> {
  const { chunks, failure, validation, warn } = await client.activity.open(workspaceId, options);
  // That of the entry which comes next.
  let difference: LogError | undefined;
  const onDifference = (error: LogError) => {
    if (validation !== 'warn') throw error;
    difference = error;
  };
  let isCut = false;
  try {
    for await (const batch of batchesOf(chunks, validation === 'off' ? undefined : onDifference)) {
      for (const entry of batch) {
        if (difference) await warn?.(difference.issues);
        difference = undefined;
        // What is left of a chunk is not handed on after an abort; asked for the next one, the source tells the reason.
        isCut = options?.signal?.aborted === true;
        if (isCut) break;
        yield entry;
      }
    }
  } catch (error) {
    throw isLogError(error) ? await failure(error.fault === 'syntax' ? 'not JSON' : error.issues) : error;
  }
  // A source that does not listen to the signal came to its end.
  if (isCut) options?.signal?.throwIfAborted();
}
