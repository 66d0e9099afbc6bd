import type { ActivityEntry } from '../../contract/resources.ts';
import { WaitAbortedError, WaitTimeoutError } from '../errors/wait-errors.ts';
import { explainNoMatch } from '../match/explain.ts';
import { criteriaOf, findActivity } from '../match/find.ts';
import type { ActivityMatcher } from '../match/matcher.ts';
import {
  abortable,
  type ActivityReader,
  checkDelay,
  pausesFrom,
  type PollOptions,
  sleep,
} from './polling.ts';

/** How long to wait, and how often to read the log. The default `interval` is 250 ms. */
export interface WaitOptions extends PollOptions {
  /**
   * Milliseconds until the wait fails, even during a read.
   *
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

/**
 * Reads a workspace's activity log (§4, endpoint 1) until an entry matches.
 *
 * @param workspaceId - UUID.
 * @returns The first entry of the log that matches, even if it was recorded before the call.
 * @throws {@link WaitTimeoutError} with the nearest misses when none matches in time;
 *   {@link WaitAbortedError} when `signal` is aborted; {@link ArgumentError} when the matcher or an option is
 *   invalid; and the client's error when the log cannot be read.
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
  criteriaOf(matcher);
  const controller = new AbortController();
  const { signal: stop } = controller;
  const timer = setTimeout(() => {
    controller.abort();
  }, timeout);
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const pauses = pausesFrom(interval);
  let entries: readonly ActivityEntry[] = [];
  let reads = 0;
  try {
    for (;;) {
      stop.throwIfAborted();
      entries = await abortable(client.activity.list(workspaceId, { signal: stop }), stop);
      reads += 1;
      const [found] = findActivity(entries, matcher);
      if (found !== undefined) return found;
      await sleep(pauses.next().value, stop);
    }
  } catch (error) {
    if (signal?.aborted === true) throw new WaitAbortedError(signal.reason);
    if (!stop.aborted) throw error;
    throw new WaitTimeoutError({ timeoutMs: timeout, reads, explanation: explainNoMatch(entries, matcher) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
