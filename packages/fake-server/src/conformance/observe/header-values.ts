import { recordOf } from '../answer.ts';
import { open, type ConformanceCase } from '../case.ts';
import { differences, typeOf } from '../compare.ts';
import type { ConformanceContext } from '../context.ts';
import { distinct } from '../distinct.ts';
import { Failure } from '../outcome.ts';
import { readOwn } from '../own-reads.ts';
import { probe } from '../probe.ts';
import { configs } from './values.ts';

/** The types of default response headers (§2.3): those there are, and where writing is allowed those that are kept. */
export const observedHeaderValues: readonly ConformanceCase[] = [
  open({
    id: 'header-value-types',
    observe: async (context) => {
      const seen = (await configs(context)).flatMap((config) =>
        Object.values(recordOf(config['defaultResponseHeaders']) ?? {}).map(typeOf),
      );
      const kept = context.settings.mayWrite ? await keptHeaderValues(context) : undefined;
      return { seen: distinct(seen), ...(kept && { kept }) };
    },
  }),
];

/** By JSON type, but for boolean: whether a header value of that type is read as it was created. */
async function keptHeaderValues(context: ConformanceContext): Promise<Record<string, boolean>> {
  const values = { string: 'text', number: 1.5, null: null, array: ['text', 1], object: { member: true } };
  const kept: Record<string, boolean> = {};
  for (const [type, value] of Object.entries(values)) kept[type] = await keeps(context, value);
  return kept;
}

async function keeps(context: ConformanceContext, value: unknown): Promise<boolean> {
  const title = context.own.title();
  const name = 'x-conformance';
  const input = probe(title);
  try {
    const headers = { [name]: value };
    const body = { ...input, config: { ...input.config, defaultResponseHeaders: headers } };
    const { id } = await context.own.create(body, title);
    if (id === undefined) return false;
    const { resource } = await readOwn(context, id);
    return differences(headers, recordOf(resource['config'])?.['defaultResponseHeaders'], '').length === 0;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  } finally {
    await context.own.remove(title);
  }
}
