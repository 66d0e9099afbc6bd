import type { ActivityEntry } from '../../contract/resources.ts';
import { WaitAbortedError } from '../errors/wait-aborted-error.ts';
import { WaitTimeoutError } from '../errors/wait-timeout-error.ts';
import { explainNoMatch } from '../match/explain.ts';
import { findActivity } from '../match/find.ts';
import type { ActivityMatcher } from '../match/matcher.ts';
import { abortable, checkDelay, Pauses } from './pauses.ts';
import type { ActivityReader, PollOptions } from './reader.ts';

/** How long to wait, and how often to look. `interval` is 250 ms unless it is given. */
export interface WaitOptions extends PollOptions {
  /**
   * Milliseconds until the waiting is given up, also in the middle of a read.
   *
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

/**
 * Reads a workspace's activity log (§4, endpoint 1) until an entry matches.
 *
 * @param workspaceId - UUID.
 * @returns The first entry of the log that matches; one that was recorded before counts too.
 * @throws {@link WaitTimeoutError} with the nearest misses when none matched in time;
 *   {@link WaitAbortedError} when `signal` was aborted; {@link ArgumentError} when the matcher or an option
 *   has no meaning; and what the client rejects with when the log cannot be read.
 * @example
 * ```ts
 * import { bodyOf, waitForActivity } from '@mock-services/sdk/activity';
 *
 * const entry = await waitForActivity(client, workspaceId, { method: 'POST', path: '/orders' });
 * expect(bodyOf(entry.request).json()).toMatchObject({ sku: 'A-1' });
 * ```
 */
export async function waitForActivity(
  client: ActivityReader,
  workspaceId: string,
  matcher: ActivityMatcher,
  { timeout = 10_000, interval = 250, signal }: WaitOptions = {},
): Promise<ActivityEntry> {
  checkDelay('options.timeout', timeout);
  checkDelay('options.interval', interval);
  const deadline = new AbortController();
  const stop = AbortSignal.any([deadline.signal, ...(signal === undefined ? [] : [signal])]);
  const timer = setTimeout(() => {
    deadline.abort();
  }, timeout);
  const pauses = new Pauses(interval);
  let entries: readonly ActivityEntry[] = [];
  let reads = 0;
  try {
    for (;;) {
      stop.throwIfAborted();
      entries = await abortable(client.activity.list(workspaceId, { signal: stop }), stop);
      reads += 1;
      const [found] = findActivity(entries, matcher);
      if (found !== undefined) return found;
      await pauses.wait(stop);
    }
  } catch (error) {
    if (signal?.aborted === true) throw new WaitAbortedError(signal.reason);
    if (!deadline.signal.aborted) throw error;
    throw new WaitTimeoutError({ timeoutMs: timeout, reads, explanation: explainNoMatch(entries, matcher) });
  } finally {
    clearTimeout(timer);
  }
}
