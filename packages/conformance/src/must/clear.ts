/** Clearing an activity log (§4 row 2): done once per run, and judged by the logs before and after it. */
import { must, type ConformanceCase } from '../case.ts';
import { expectList, expectSuccess, sameId } from '../expect.ts';
import { Failure, Skip } from '../outcome.ts';
import type { ConformanceContext } from '../service/context.ts';
import { readWorkspaces } from '../service/existing.ts';
import { listOf, recordOf, type ServiceResponse } from '../service/http.ts';

const about = { needs: 'allowClear', operation: 'clearActivity' } as const;

export const clearCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'clear-activity-answer',
    clause: '§4 row 2',
    title: "Clearing a workspace's activity returns 200.",
    check: async (context) => {
      expectSuccess((await clearOnce(context)).response);
    },
  }),
  must({
    ...about,
    id: 'clear-activity-empties',
    clause: '§1',
    title: 'After a clear, no earlier entry is left in the log.',
    check: async (context) => {
      const { cleared } = await clearOnce(context);
      if (cleared.before.length === 0) throw new Skip('the log was empty before the clear');
      const { kept } = countEntries(cleared);
      if (kept === 0) return;
      throw new Failure(`${cleared.after.request}: expected none of the entries before, received ${kept}`);
    },
  }),
  must({
    ...about,
    id: 'clear-activity-leaves-others',
    clause: '§1',
    title: "Clearing a workspace's activity does not change the logs of other workspaces.",
    check: async (context) => {
      const { others } = await clearOnce(context);
      if (others.length === 0) throw new Skip('none of the other workspaces that were read has activity');
      for (const log of others) {
        const { kept, added } = countEntries(log);
        const lost = log.before.length - kept;
        // A log of limited length may lose an entry for each that is added.
        if (lost <= added) continue;
        throw new Failure(
          `${log.after.request}: expected the ${log.before.length} entries of another workspace, received ${kept}`,
        );
      }
    },
  }),
];

/** A log before and after the clear. */
interface LogChange {
  readonly before: readonly unknown[];
  readonly after: ServiceResponse;
}

interface Clear {
  /** The response to the clear itself. */
  readonly response: ServiceResponse;
  readonly cleared: LogChange;
  /** Logs of other workspaces that had entries. */
  readonly others: readonly LogChange[];
}

/** Clears the log at the first call; later calls return the same result. */
export function clearOnce(context: ConformanceContext): Promise<Clear> {
  return context.once('clear', async () => {
    const workspaceId = context.clearableWorkspace();
    const readLog = (id: string) => context.send('listActivity', { params: { workspaceId: id } });
    const before = expectList(await readLog(workspaceId));
    const otherLogs = (await readWorkspaces(context, 'listActivity').catch(() => [])).flatMap(
      ({ item: { id }, response }) => {
        const log = listOf(response) ?? [];
        return log.length > 0 && !sameId(id, workspaceId) ? [{ id, log }] : [];
      },
    );
    const response = await context.send('clearActivity', { params: { workspaceId } });
    const cleared = { before, after: await readLog(workspaceId) };
    const others: LogChange[] = [];
    for (const { id, log } of otherLogs) others.push({ before: log, after: await readLog(id) });
    return { response, cleared, others };
  });
}

/** How many entries of a log were kept, and how many were added since. */
function countEntries({ before, after }: LogChange): { readonly kept: number; readonly added: number } {
  const earlier = new Set(before.map(idOf));
  const later = expectList(after).map(idOf);
  const kept = later.filter((id) => earlier.has(id)).length;
  return { kept, added: later.length - kept };
}

function idOf(entry: unknown): string {
  return String(recordOf(entry)?.['id']).toLowerCase();
}
