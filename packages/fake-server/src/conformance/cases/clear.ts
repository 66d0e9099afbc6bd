/** Clearing an activity log (§4 row 2). */
import { must, type ConformanceCase } from '../case.ts';
import { changeOf, clearing } from '../clearing.ts';
import { expectSuccess } from '../expect.ts';
import { Failure, Skip } from '../outcome.ts';

const about = { needs: 'allowClear', operation: 'clearActivity' } as const;

export const clearCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'clear-activity-answer',
    clause: '§4 row 2',
    title: "Clearing a workspace's activity answers 200.",
    check: async (context) => {
      expectSuccess((await clearing(context)).answer);
    },
  }),
  must({
    ...about,
    id: 'clear-activity-empties',
    clause: '§1',
    title: 'After clearing, no earlier entry is left in the log.',
    check: async (context) => {
      const seen = await clearing(context);
      if (seen.before.length === 0) throw new Skip('the log was empty before it was cleared');
      const { kept } = changeOf(seen);
      if (kept === 0) return;
      throw new Failure(`${seen.after.request}: expected none of the entries from before, received ${kept}`);
    },
  }),
  must({
    ...about,
    id: 'clear-activity-leaves-others',
    clause: '§1',
    title: "Clearing a workspace's activity leaves the logs of other workspaces.",
    check: async (context) => {
      const { others } = await clearing(context);
      if (others.length === 0) throw new Skip('no other workspace that was looked at has activity');
      for (const log of others) {
        const { kept, added } = changeOf(log);
        const lost = log.before.length - kept;
        // A log of limited length may lose an entry for each that comes in.
        if (lost > added) {
          throw new Failure(
            `${log.after.request}: expected the ${log.before.length} entries of another workspace, received ${kept}`,
          );
        }
      }
    },
  }),
];
