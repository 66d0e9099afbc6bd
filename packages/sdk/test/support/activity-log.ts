import type { ActivityEntry, ActivityReader } from '@mock-services/sdk/activity';

/** What one read of the log gives. */
export type Read = readonly ActivityEntry[] | Error | 'hang';

/** A reader that gives one read after the other, and then the last one again and again. */
export interface ScriptedLog extends ActivityReader {
  /** When the log was read, in milliseconds of the (fake) clock. */
  readonly readAt: readonly number[];
  /** Signals that the reads were given. */
  readonly signals: readonly (AbortSignal | undefined)[];
}

/** Makes a log that can be read as told, and knows nothing of HTTP. */
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

/** The pauses between the reads of a log, in milliseconds. */
export function pausesOf({ readAt }: ScriptedLog): number[] {
  return readAt.slice(1).map((at, index) => at - (readAt[index] ?? at));
}
