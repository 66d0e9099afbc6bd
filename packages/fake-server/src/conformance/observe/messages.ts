/** Open points that show in any answer (§4, §8, §9). They come last, when all answers are in. */
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { open, type ConformanceCase } from '../case.ts';
import { clearing } from '../clearing.ts';
import type { ConformanceContext } from '../context.ts';
import { distinct } from '../distinct.ts';
import type { PerOperation } from '../observations.ts';
import { Skip } from '../outcome.ts';
import type { Sighting } from '../sightings.ts';
import { bodyOf } from './body.ts';

export const observedMessages: readonly ConformanceCase[] = [
  open({
    id: 'clear-activity-body',
    needs: 'allowClear',
    operation: 'clearActivity',
    observe: async (context) => bodyOf((await clearing(context)).answer),
  }),
  open({
    id: 'content-type',
    observe: (context) =>
      observing(context, ({ contentType }) => contentType).then((responses) => ({ responses })),
  }),
  open({
    id: 'success-status',
    observe: (context) => observing(context, ({ status }) => status).then((statuses) => ({ statuses })),
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

/** What successful answers had in common, by operation. */
async function observing<Value extends string | number>(
  context: ConformanceContext,
  look: (sighting: Sighting) => Value | undefined,
): Promise<PerOperation<Value[]>> {
  await context.read('listWorkspaces');
  return Object.fromEntries(
    operationIds.flatMap((id) => {
      const successes = context.sightings.filter(
        ({ operation, status }) =>
          operation === id && Math.floor(status / 100) === Math.floor(endpoints[id].status / 100),
      );
      const values = distinct(successes.flatMap((sighting) => look(sighting) ?? []));
      return values.length === 0 ? [] : [[id, values]];
    }),
  );
}

async function headersLike(
  context: ConformanceContext,
  pattern: RegExp,
): Promise<{ readonly headers: readonly string[] }> {
  await context.read('listWorkspaces');
  if (context.sightings.length === 0) throw new Skip('there was no answer to look at');
  const names = context.sightings.flatMap(({ headers }) => headers);
  return { headers: distinct(names.filter((name) => pattern.test(name))) };
}
