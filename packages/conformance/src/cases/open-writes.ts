import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { observeParts, observing, openCases } from '../case.ts';
import { contentTypeOf, dataOf, recordOf } from '../response.ts';
import type { ConformanceContext, Scratch } from '../context.ts';
import { existingConfigs } from '../existing.ts';
import { acceptedBody, differences, expectAccepted, sameId, sameInstant, typeOf } from '../expect.ts';
import { Skip } from '../outcome.ts';
import { distinct, mapValues, type PerOperation } from '../profile.ts';
import { deleteScratch, readScratch, scratchInput, updateScratch } from '../scratch.ts';

const creating = { needs: 'allowWrites', operation: 'createMockService' } as const;

export const openWriteCases = openCases({
  'header-value-types': observing({}, async (context, missing) => {
    const { allowWrites } = context.settings;
    const configs = await existingConfigs(context).catch((error: unknown) => {
      if (allowWrites && error instanceof Skip) return [];
      throw error;
    });
    const seen = configs.flatMap((config) =>
      Object.values(recordOf(config['defaultResponseHeaders']) ?? {}).map(typeOf),
    );
    if (!allowWrites && seen.length === 0) throw new Skip('no config has a default response header');
    const kept = allowWrites ? { kept: await keptHeaderValues(context, missing) } : {};
    return { seen: distinct(seen), ...kept };
  }),
  'required-fields': observing(creating, async (context, missing) => {
    // Always send a title, because the run finds its own mock services by title.
    const createWithout = (field: string) => () =>
      context.withTitle(async (title) => {
        const { response } = await context.create({ ...scratchInput(title), [field]: undefined }, title);
        return response;
      });
    const responses = await observeParts(missing, {
      type: createWithout('type'),
      config: createWithout('config'),
    });
    return { without: mapValues(responses, ({ status }) => status) };
  }),
  'write-idempotency': observing(creating, (context) =>
    context.withTitle(async (title) => {
      const one = await context.create(scratchInput(title), title);
      const other = await context.create(scratchInput(title), title);
      if (one.id === undefined || other.id === undefined)
        throw new Skip('a response to a create contained no identifier');
      return { sameId: sameId(one.id, other.id) };
    }),
  ),
  'updated-at': observing({ needs: 'allowWrites', operation: 'updateMockService' }, async (context) => {
    // The last delay exceeds a second, because timestamps may have a precision of only one second.
    for (const delay of [0, 5, 50, 300, 1100]) {
      const changed = await context.withScratch((scratch) => changesUpdatedAt(context, scratch, delay));
      if (changed !== undefined) return { changed };
    }
    throw new Skip("the service's clock did not visibly move between two creates");
  }),
  'delete-body': observing({ needs: 'allowWrites', operation: 'deleteMockService' }, (context) =>
    context.withScratch(async ({ id }) => acceptedBody(await deleteScratch(context, id))),
  ),
  'error-conditions': observing({ needs: 'allowWrites' }, (context, missing) =>
    context.withScratch(async ({ id }) => {
      expectAccepted(await deleteScratch(context, id));
      const responses = await observeParts(missing, {
        'getMockService, deleted': () => context.send('getMockService', { params: { mockServiceId: id } }),
        'deleteMockService, deleted': () => deleteScratch(context, id),
      });
      return { statuses: mapValues(responses, ({ status }) => status) };
    }),
  ),
});

/** Returns `undefined` if the service's clock may not have advanced since the mock service was created. */
async function changesUpdatedAt(context: ConformanceContext, { id, title }: Scratch, delay: number) {
  const { updatedAt } = (await readScratch(context, id)).resource;
  await context.sleep(delay);
  const { createdAt } = await context.withScratch(
    async (later) => (await readScratch(context, later.id)).resource,
  );
  if (sameInstant(updatedAt, createdAt)) return undefined;
  expectAccepted(await updateScratch(context, id, title));
  return !sameInstant(updatedAt, (await readScratch(context, id)).resource['updatedAt']);
}

async function keptHeaderValues(
  context: ConformanceContext,
  missing: string[],
): Promise<Record<string, boolean>> {
  const values = { string: 'text', number: 1.5, null: null, array: ['text', 1], object: { member: true } };
  const isKept = (value: unknown) => () =>
    context.withTitle(async (title) => {
      const { config, ...rest } = scratchInput(title);
      const headers = { 'x-conformance': value };
      const { id, response } = await context.create(
        { ...rest, config: { ...config, defaultResponseHeaders: headers } },
        title,
      );
      if (response.status >= 400 && response.status < 500) return false;
      expectAccepted(response);
      if (id === undefined) throw new Skip(`${response.request}: the response contains no identifier`);
      const read = await context.send('getMockService', { params: { mockServiceId: id } });
      expectAccepted(read);
      const { defaultResponseHeaders: stored } = recordOf(recordOf(dataOf(read))?.['config']) ?? {};
      return differences(headers, stored, '').length === 0;
    });
  return observeParts(missing, mapValues(values, isKept));
}

/** These cases evaluate all responses of the run, so they run last. */
export const openMessageCases = openCases({
  'content-type': observing({}, async (context) => ({
    responses: await inSuccesses(
      context,
      ({ headers }) => contentTypeOf(headers),
      'no successful response has a content type',
    ),
  })),
  'success-status': observing({}, async (context) => ({
    statuses: await inSuccesses(context, ({ status }) => status, 'there was no successful response'),
  })),
  'rate-limits': observing({}, (context) => headersLike(context, /rate-?limit|retry-after|quota/)),
  versioning: observing({}, (context) => headersLike(context, /version/)),
});

async function inSuccesses<Value extends string | number>(
  context: ConformanceContext,
  valueOf: (response: ConformanceContext['responseLog'][number]) => Value | undefined,
  none: string,
): Promise<PerOperation<Value[]>> {
  await context.read('listWorkspaces').catch(() => undefined);
  const hundreds = (status: number) => Math.floor(status / 100);
  const rows = operationIds.flatMap((id) => {
    const successes = context.responseLog.filter(
      ({ operation, status }) => operation === id && hundreds(status) === hundreds(endpoints[id].status),
    );
    const values = distinct(successes.map(valueOf).filter((value) => value !== undefined));
    return values.length === 0 ? [] : [[id, values] as const];
  });
  if (rows.length === 0) throw new Skip(none);
  return Object.fromEntries(rows);
}

async function headersLike(context: ConformanceContext, pattern: RegExp): Promise<{ headers: string[] }> {
  await context.read('listWorkspaces');
  if (context.responseLog.length === 0) throw new Skip('there was no response');
  const names = context.responseLog.flatMap(({ headers }) => [...headers.keys()]);
  return { headers: distinct(names.filter((name) => pattern.test(name))) };
}
