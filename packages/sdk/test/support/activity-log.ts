import type { ActivityEntry, ActivityReader } from '@mock-services/sdk/activity';

/** The result of one read of the log. */
export type Read = readonly ActivityEntry[] | Error | 'hang';

/**
 * A log reader that returns scripted results in order. After the last result, the log reader repeats the last result.
 */
export interface ScriptedLog extends ActivityReader {
  /** The times of the reads in milliseconds, according to the fake clock. */
  readonly readAt: readonly number[];
  /** The signals passed to the reads. */
  readonly signals: readonly (AbortSignal | undefined)[];
}

/** Creates a log reader with the given results. */
export function scriptedLog(...reads: readonly Read[]): ScriptedLog {
  const readAt: number[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  return {
    readAt,
    signals,
    activity: {
      list: (_, { signal }) => {
        const read = reads[Math.min(readAt.length, reads.length - 1)] ?? [];
        readAt.push(Date.now());
        signals.push(signal);
        if (read === 'hang') return new Promise(() => {});
        return read instanceof Error ? Promise.reject(read) : Promise.resolve(read);
      },
    },
  };
}

/** Returns the pauses between the reads of a log in milliseconds. */
export function pausesOf({ readAt }: ScriptedLog): number[] {
  return readAt.slice(1).map((at, index) => at - (readAt[index] ?? at));
}
