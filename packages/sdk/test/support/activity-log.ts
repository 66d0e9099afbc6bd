import type { ActivityEntry, ActivityReader } from '@mock-services/sdk/activity';

export type Read = readonly ActivityEntry[] | Error | 'hang';

/** Returns its results in order, and repeats the last one. */
export interface ScriptedLog extends ActivityReader {
  /** Milliseconds of the fake clock. */
  readonly readAt: readonly number[];
  readonly signals: readonly (AbortSignal | undefined)[];
}

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

export function pausesOf({ readAt }: ScriptedLog): number[] {
  return readAt.slice(1).map((at, index) => at - (readAt[index] ?? at));
}
