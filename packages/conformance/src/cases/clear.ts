/** A run clears the log only once, and all cases about clearing use the result (§4 row 2). */
import { mustCases, observing, openCases } from '../case.ts';
import { listOf, recordOf, type ServiceResponse } from '../response.ts';
import type { ConformanceContext } from '../context.ts';
import { readWorkspaces } from '../existing.ts';
import { acceptedBody, expectList, expectSuccess, sameId } from '../expect.ts';
import { Failure, Skip } from '../outcome.ts';

const about = { needs: 'allowClear', operation: 'clearActivity' } as const;

export const clearCases = mustCases(about, {
  'clear-activity-answer': {
    clause: '§4 row 2',
    title: "Clearing a workspace's activity returns 200.",
    check: async (context) => expectSuccess((await clearOnce(context)).response),
  },
  'clear-activity-empties': {
    clause: '§1',
    title: 'Clearing a log removes all earlier entries.',
    check: async (context) => {
      const { cleared } = await clearOnce(context);
      if (cleared.before.length === 0) throw new Skip('the log was already empty before it was cleared');
      const { kept } = countEntries(cleared);
      if (kept === 0) return;
      throw new Failure(`${cleared.after.request}: expected none of the earlier entries, received ${kept}`);
    },
  },
  'clear-activity-leaves-others': {
    clause: '§1',
    title: "Clearing a workspace's activity does not change the logs of other workspaces.",
    check: async (context) => {
      const { others } = await clearOnce(context);
      if (others.length === 0) throw new Skip('no other workspace that was read has activity');
      for (const log of others) {
        const { kept, added } = countEntries(log);
        const { length } = log.before;
        // A log with a maximum length may drop an old entry for each new entry.
        if (length - kept <= added) continue;
        throw new Failure(
          `${log.after.request}: expected the ${length} entries of another workspace, received ${kept}`,
        );
      }
    },
  },
});

export const openClearCases = openCases({
  'clear-activity-body': observing(about, async (context) =>
    acceptedBody((await clearOnce(context)).response),
  ),
});

interface LogChange {
  readonly before: readonly unknown[];
  readonly after: ServiceResponse;
}

function clearOnce(context: ConformanceContext) {
  return context.once('clear', async () => {
    const workspaceId = context.clearableWorkspace();
    const readLog = (id: string) => context.send('listActivity', { params: { workspaceId: id } });
    const before = expectList(await readLog(workspaceId));
    const reads = await readWorkspaces(context, 'listActivity').catch(() => []);
    const otherLogs = reads
      .map(({ item: { id }, response }) => ({ id, log: listOf(response) ?? [] }))
      .filter(({ id, log }) => log.length > 0 && !sameId(id, workspaceId));
    const response = await context.send('clearActivity', { params: { workspaceId } });
    const cleared: LogChange = { before, after: await readLog(workspaceId) };
    const others: LogChange[] = [];
    for (const { id, log } of otherLogs) others.push({ before: log, after: await readLog(id) });
    return { response, cleared, others };
  });
}

function countEntries({ before, after }: LogChange): { readonly kept: number; readonly added: number } {
  const idOf = (entry: unknown) => String(recordOf(entry)?.['id']).toLowerCase();
  const earlier = new Set(before.map(idOf));
  const later = expectList(after).map(idOf);
  const kept = later.filter((id) => earlier.has(id)).length;
  return { kept, added: later.length - kept };
}
