import type { Issue } from '../../contract/issue.ts';
import type { ActivityEntry } from '../../contract/resources.ts';
import { isActivityEntry } from '../../contract/validators.gen.ts';
import { isLogError, LogError } from '../errors/log-error.ts';
import { batchesOf, issuesOf, type ParseOptions } from './parse-activity.ts';

/** Options of {@link streamActivity}; those of the client's name take precedence over its own. */
export interface StreamOptions extends ParseOptions {
  /** Aborts the stream, at any time. */
  readonly signal?: AbortSignal | undefined;
  /** Headers for this call. */
  readonly headers?: Headers | Record<string, string> | [name: string, value: string][] | undefined;
  /** Milliseconds to wait for the response headers, and then for each chunk of the body; `false` for no limit. */
  readonly timeout?: number | false | undefined;
  /** Milliseconds for the whole log. There is no such limit by default, or with `false`. */
  readonly totalTimeout?: number | false | undefined;
  /** How often the request is retried before a response begins. */
  readonly maxRetries?: number | undefined;
  /** The longest `Retry-After` to wait for before a retry, in milliseconds. */
  readonly maxRetryAfter?: number | undefined;
}

/** Opens an activity log: a client of `createClient`, or anything with this one method. */
export interface ActivityOpener {
  readonly activity: {
    /** Requests an activity log (§4, endpoint 1) and returns its body as it arrives. */
    open(
      workspaceId: string,
      options?: StreamOptions,
    ): PromiseLike<{
      readonly chunks: AsyncIterable<Uint8Array>;
      /** Creates the error for a body that is not a log. */
      readonly failure: (reason: 'not JSON' | readonly Issue[]) => PromiseLike<Error>;
      /** Whether an invalid entry ends the stream, is reported to `warn`, or is not detected. Default: `strict`. */
      readonly validation?: 'strict' | 'warn' | 'off' | undefined;
      readonly warn?: ((issues: readonly Issue[]) => PromiseLike<void>) | undefined;
    }>;
  };
}

/**
 * Reads an activity log (§4, endpoint 1) as it arrives. For logs too large for memory: it holds at most one chunk with its
 * entries, or one entry or other field that is longer, and reads from the service no faster than the loop runs. The
 * client's `validation` decides what happens to an invalid entry. Leaving the loop closes the connection.
 *
 * @param workspaceId - UUID.
 * @throws The errors of the client's methods. Up to the response headers, after its retries; later, after the entries
 *   that did arrive: a `NetworkError` when the body breaks off, a `TimeoutError` when the next chunk takes too long, an
 *   `AbortError`, a `ParseError` when the body is not JSON, and a `ValidationError` when it is not a log or an entry is
 *   longer than `maxEntryLength`, whatever `validation` is.
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
  const { maxEntryLength: _, ...ofCall } = options ?? {};
  const { chunks, failure, validation, warn } = await client.activity.open(workspaceId, ofCall);
  let isAborted = false;
  try {
    for await (const batch of batchesOf(chunks, options)) {
      for (const item of batch) {
        if (validation !== 'off' && !isActivityEntry(item.value)) {
          const issues = issuesOf(item);
          if (validation !== 'warn') throw new LogError('shape', item.index, issues);
          await warn?.(issues);
        }
        // After an abort, skip the rest of the batch: the next read of the source throws the reason.
        isAborted = options?.signal?.aborted === true;
        if (isAborted) break;
        // It is an entry, or the client lets invalid ones pass.
        yield item.value as ActivityEntry;
      }
    }
  } catch (error) {
    throw isLogError(error) ? await failure(error.fault === 'syntax' ? 'not JSON' : error.issues) : error;
  }
  // A source that ignores the signal reached its end.
  if (isAborted) options?.signal?.throwIfAborted();
}
