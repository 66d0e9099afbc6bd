/**
 * Uses write requests, and all responses that a run has received, to observe behavior that the interface does not
 * specify.
 */
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { observing, openCases } from '../case.ts';
import { mediaTypeOf, observedBody, recordOf } from '../client.ts';
import type { ConformanceContext } from '../context.ts';
import { existingConfigs } from '../existing.ts';
import { differences, sameId, sameInstant, typeOf } from '../expect.ts';
import { Failure, Skip } from '../outcome.ts';
import { distinct, type PerOperation } from '../profile.ts';
import { deleteScratch, readScratch, scratchInput, updateScratch } from '../scratch.ts';

const creating = { needs: 'allowWrites', operation: 'createMockService' } as const;

export const openWriteCases = openCases({
  'header-value-types': observing({}, async (context) => {
    const seen = (await existingConfigs(context)).flatMap((config) =>
      Object.values(recordOf(config['defaultResponseHeaders']) ?? {}).map(typeOf),
    );
    const kept = context.settings.allowWrites ? { kept: await keptHeaderValues(context) } : {};
    return { seen: distinct(seen), ...kept };
  }),
  'required-fields': observing(creating, async (context) => {
    const without: Record<string, number> = {};
    // Always send a title, because the run finds its mock services by their titles.
    for (const field of ['type', 'config']) {
      without[field] = await context.withTitle(async (title) => {
        const body = { ...scratchInput(title), [field]: undefined };
        return (await context.create(body, title)).response.status;
      });
    }
    return { without };
  }),
  'write-idempotency': observing(creating, (context) =>
    context.withTitle(async (title) => {
      const one = await context.create(scratchInput(title), title);
      const other = await context.create(scratchInput(title), title);
      if (one.id === undefined || other.id === undefined) throw new Skip('no mock service could be created');
      return { sameId: sameId(one.id, other.id) };
    }),
  ),
  'updated-at': observing({ needs: 'allowWrites', operation: 'updateMockService' }, (context) =>
    context.withScratch(async ({ id, title }) => {
      const before = (await readScratch(context, id)).resource['updatedAt'];
      await updateScratch(context, id, title);
      const after = (await readScratch(context, id)).resource['updatedAt'];
      return { changed: !sameInstant(before, after) };
    }),
  ),
  'delete-body': observing({ needs: 'allowWrites', operation: 'deleteMockService' }, (context) =>
    context.withScratch(async ({ id }) => observedBody(await deleteScratch(context, id))),
  ),
  'error-conditions': observing({ needs: 'allowWrites' }, (context) =>
    context.withScratch(async ({ id }) => {
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
  ),
});

/** Returns whether the service stores a header value unchanged, for each JSON type except boolean. */
async function keptHeaderValues(context: ConformanceContext): Promise<Record<string, boolean>> {
  const values = { string: 'text', number: 1.5, null: null, array: ['text', 1], object: { member: true } };
  const kept: Record<string, boolean> = {};
  for (const [type, value] of Object.entries(values)) kept[type] = await isKept(context, value);
  return kept;
}

async function isKept(context: ConformanceContext, value: unknown): Promise<boolean> {
  const headers = { 'x-conformance': value };
  try {
    return await context.withTitle(async (title) => {
      const input = scratchInput(title);
      const body = { ...input, config: { ...input.config, defaultResponseHeaders: headers } };
      const { id } = await context.create(body, title);
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

/** Cases that observe all responses. Cases that observe all responses run last, when the response log is complete. */
export const openMessageCases = openCases({
  'content-type': observing({}, async (context) => ({
    responses: await inSuccesses(context, ({ headers }) => mediaTypeOf(headers)),
  })),
  'success-status': observing({}, async (context) => ({
    statuses: await inSuccesses(context, ({ status }) => status),
  })),
  'rate-limits': observing({}, (context) => headersLike(context, /rate-?limit|retry-after|quota/)),
  versioning: observing({}, (context) => headersLike(context, /version/)),
});

/** Calls `valueOf` for each successful response. Returns the distinct results of each operation. */
async function inSuccesses<Value extends string | number>(
  context: ConformanceContext,
  valueOf: (response: ConformanceContext['responseLog'][number]) => Value | undefined,
): Promise<PerOperation<Value[]>> {
  await context.read('listWorkspaces');
  const hundreds = (status: number) => Math.floor(status / 100);
  return Object.fromEntries(
    operationIds.flatMap((id) => {
      const successes = context.responseLog.filter(
        ({ operation, status }) => operation === id && hundreds(status) === hundreds(endpoints[id].status),
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
