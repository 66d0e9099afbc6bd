/** Open points that show in any response (§4, §8, §9). They come last, when the response log is complete. */
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { open, type ConformanceCase } from '../case.ts';
import { clearOnce } from '../must/clear.ts';
import { Skip } from '../outcome.ts';
import { distinct, type PerOperation } from '../profile.ts';
import type { ConformanceContext } from '../service/context.ts';
import { mediaTypeOf, observedBody } from '../service/http.ts';

export const openMessageCases: readonly ConformanceCase[] = [
  open({
    id: 'clear-activity-body',
    needs: 'allowClear',
    operation: 'clearActivity',
    observe: async (context) => observedBody((await clearOnce(context)).response),
  }),
  open({
    id: 'content-type',
    observe: async (context) => ({
      responses: await inSuccesses(context, ({ headers }) => mediaTypeOf(headers)),
    }),
  }),
  open({
    id: 'success-status',
    observe: async (context) => ({ statuses: await inSuccesses(context, ({ status }) => status) }),
  }),
  open({
    id: 'rate-limits',
    observe: (context) => headersLike(context, /rate-?limit|retry-after|quota/),
  }),
  open({
    id: 'versioning',
    observe: (context) => headersLike(context, /version/),
  }),
];

/** The distinct values in all successful responses, by operation. */
async function inSuccesses<Value extends string | number>(
  context: ConformanceContext,
  valueOf: (response: ConformanceContext['responseLog'][number]) => Value | undefined,
): Promise<PerOperation<Value[]>> {
  await context.read('listWorkspaces');
  return Object.fromEntries(
    operationIds.flatMap((id) => {
      const successes = context.responseLog.filter(
        ({ operation, status }) =>
          operation === id && Math.floor(status / 100) === Math.floor(endpoints[id].status / 100),
      );
      const values = distinct(successes.map(valueOf).filter((value) => value !== undefined));
      return values.length === 0 ? [] : [[id, values]];
    }),
  );
}

async function headersLike(context: ConformanceContext, pattern: RegExp): Promise<{ headers: string[] }> {
  await context.read('listWorkspaces');
  if (context.responseLog.length === 0) throw new Skip('there was no response');
  const names = context.responseLog.flatMap(({ headers }) => [...headers.keys()]);
  return { headers: distinct(names.filter((name) => pattern.test(name))) };
}
