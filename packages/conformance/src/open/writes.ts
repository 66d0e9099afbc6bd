/** Open points that take writes to observe (§2.3, §4, §7). */
import { open, type ConformanceCase } from '../case.ts';
import { differences, sameId, sameInstant, typeOf } from '../expect.ts';
import { Failure, Skip } from '../outcome.ts';
import { distinct } from '../profile.ts';
import type { ConformanceContext } from '../service/context.ts';
import { existingConfigs } from '../service/existing.ts';
import { observedBody, recordOf } from '../service/http.ts';
import { deleteScratch, readScratch, updateScratch } from '../service/scratch-requests.ts';
import { scratchInput } from '../service/scratch.ts';

export const openWriteCases: readonly ConformanceCase[] = [
  open({
    id: 'header-value-types',
    observe: async (context) => {
      const seen = (await existingConfigs(context)).flatMap((config) =>
        Object.values(recordOf(config['defaultResponseHeaders']) ?? {}).map(typeOf),
      );
      const kept = context.settings.allowWrites ? await keptHeaderValues(context) : undefined;
      return { seen: distinct(seen), ...(kept && { kept }) };
    },
  }),
  open({
    id: 'required-fields',
    needs: 'allowWrites',
    operation: 'createMockService',
    observe: async (context) => {
      const without: Record<string, number> = {};
      // Never without title, which is how the run recognises its own mock services.
      for (const field of ['type', 'config']) {
        without[field] = await context.scratch.withTitle(async (title) => {
          const body = { ...scratchInput(title), [field]: undefined };
          return (await context.scratch.create(body, title)).response.status;
        });
      }
      return { without };
    },
  }),
  open({
    id: 'write-idempotency',
    needs: 'allowWrites',
    operation: 'createMockService',
    observe: (context) =>
      context.scratch.withTitle(async (title) => {
        const one = await context.scratch.create(scratchInput(title), title);
        const other = await context.scratch.create(scratchInput(title), title);
        if (one.id === undefined || other.id === undefined)
          throw new Skip('no mock service could be created');
        return { sameId: sameId(one.id, other.id) };
      }),
  }),
  open({
    id: 'updated-at',
    needs: 'allowWrites',
    operation: 'updateMockService',
    observe: (context) =>
      context.scratch.with(async ({ id, title }) => {
        const before = (await readScratch(context, id)).resource['updatedAt'];
        await updateScratch(context, id, title);
        const after = (await readScratch(context, id)).resource['updatedAt'];
        return { changed: !sameInstant(before, after) };
      }),
  }),
  open({
    id: 'delete-body',
    needs: 'allowWrites',
    operation: 'deleteMockService',
    observe: (context) =>
      context.scratch.with(async ({ id }) => observedBody(await deleteScratch(context, id))),
  }),
  open({
    id: 'error-conditions',
    needs: 'allowWrites',
    observe: (context) =>
      context.scratch.with(async ({ id }) => {
        await deleteScratch(context, id);
        const read = await context.send('getMockService', { params: { mockServiceId: id } });
        const deleted = await deleteScratch(context, id);
        return {
          statuses: {
            'getMockService, deleted': read.status,
            'deleteMockService, deleted': deleted.status,
          },
        };
      }),
  }),
];

/** By JSON type other than boolean: whether a header value of that type is stored as it was sent. */
async function keptHeaderValues(context: ConformanceContext): Promise<Record<string, boolean>> {
  const values = { string: 'text', number: 1.5, null: null, array: ['text', 1], object: { member: true } };
  const kept: Record<string, boolean> = {};
  for (const [type, value] of Object.entries(values)) kept[type] = await isKept(context, value);
  return kept;
}

async function isKept(context: ConformanceContext, value: unknown): Promise<boolean> {
  const headers = { 'x-conformance': value };
  try {
    return await context.scratch.withTitle(async (title) => {
      const input = scratchInput(title);
      const body = { ...input, config: { ...input.config, defaultResponseHeaders: headers } };
      const { id } = await context.scratch.create(body, title);
      if (id === undefined) return false;
      const { resource } = await readScratch(context, id);
      const received = recordOf(resource['config'])?.['defaultResponseHeaders'];
      return differences(headers, received, '').length === 0;
    });
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
