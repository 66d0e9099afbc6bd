/** Open points of the writes (§2.3, §4, §7). */
import { open, type ConformanceCase } from '../case.ts';
import { sameId, sameInstant } from '../compare.ts';
import type { ConformanceContext } from '../context.ts';
import { Skip } from '../outcome.ts';
import { readOwn } from '../own-reads.ts';
import { probe, replacement } from '../probe.ts';
import { bodyOf } from './body.ts';

export const observedWrites: readonly ConformanceCase[] = [
  open({
    id: 'required-fields',
    needs: 'allowWrites',
    operation: 'createMockService',
    observe: async (context) => {
      const without: Record<string, number> = {};
      // Not without title: the title is how a mock service is known to be this run's.
      for (const field of ['type', 'config']) without[field] = await statusWithout(context, field);
      return { without };
    },
  }),
  open({
    id: 'write-idempotency',
    needs: 'allowWrites',
    operation: 'createMockService',
    observe: async (context) => {
      const title = context.own.title();
      try {
        const one = await context.own.create(probe(title), title);
        const other = await context.own.create(probe(title), title);
        if (one.id === undefined || other.id === undefined)
          throw new Skip('no mock service could be created');
        return { sameId: sameId(one.id, other.id) };
      } finally {
        await context.own.remove(title);
      }
    },
  }),
  open({
    id: 'updated-at',
    needs: 'allowWrites',
    operation: 'updateMockService',
    observe: (context) =>
      context.own.with(async ({ id, title }) => {
        const before = (await readOwn(context, id)).resource['updatedAt'];
        const body = { data: replacement(title) };
        await context.send('updateMockService', { params: { mockServiceId: id }, body });
        const after = (await readOwn(context, id)).resource['updatedAt'];
        return { changed: !sameInstant(before, after) };
      }),
  }),
  open({
    id: 'delete-body',
    needs: 'allowWrites',
    operation: 'deleteMockService',
    observe: (context) =>
      context.own.with(async ({ id }) =>
        bodyOf(await context.send('deleteMockService', { params: { mockServiceId: id } })),
      ),
  }),
  open({
    id: 'error-conditions',
    needs: 'allowWrites',
    observe: (context) =>
      context.own.with(async ({ id }) => {
        const own = { params: { mockServiceId: id } };
        await context.send('deleteMockService', own);
        return {
          statuses: {
            'getMockService, deleted': (await context.send('getMockService', own)).status,
            'deleteMockService, deleted': (await context.send('deleteMockService', own)).status,
          },
        };
      }),
  }),
];

async function statusWithout(context: ConformanceContext, field: string): Promise<number> {
  const title = context.own.title();
  try {
    const body = { ...probe(title), [field]: undefined };
    return (await context.own.create(body, title)).answer.status;
  } finally {
    await context.own.remove(title);
  }
}
