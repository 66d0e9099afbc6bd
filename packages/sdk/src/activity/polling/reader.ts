import type { ActivityEntry } from '../../contract/resources.ts';

/** What reads the activity log: a client of `createClient`, or anything with this one method. */
export interface ActivityReader {
  readonly activity: {
    /** Reads all entries of a workspace's activity log (§4, endpoint 1). */
    list(
      workspaceId: string,
      options: { readonly signal?: AbortSignal | undefined },
    ): PromiseLike<readonly ActivityEntry[]>;
  };
}

/** How to poll. */
export interface PollOptions {
  /**
   * Milliseconds between the first two reads. Each further pause is half as long again, up to eight times
   * this; none is shorter than 10 ms.
   */
  readonly interval?: number | undefined;
  /** Ends the waiting, also while a read is under way. */
  readonly signal?: AbortSignal | undefined;
}
