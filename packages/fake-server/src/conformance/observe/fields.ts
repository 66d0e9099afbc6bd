/** Open points of the fields (§2) that show in what is there. */
import { recordOf } from '../answer.ts';
import { open, type ConformanceCase } from '../case.ts';
import { fractionOf, typeOf } from '../compare.ts';
import type { ConformanceContext } from '../context.ts';
import { distinct } from '../distinct.ts';
import { Skip } from '../outcome.ts';
import { everything } from '../resources.ts';
import { keptHeaderValues } from './header-values.ts';
import { unknownFields } from './unknown-fields.ts';
import { configsOf, identifiersOf, timestampsOf } from './values.ts';

export const observedFields: readonly ConformanceCase[] = [
  open({
    id: 'unknown-fields',
    observe: async (context) => ({ names: unknownFields(await everything(context)) }),
  }),
  open({
    id: 'identifier-form',
    observe: async (context) => {
      const ids = some((await everything(context)).flatMap(identifiersOf));
      const lower = ids.every((id) => id === id.toLowerCase());
      const upper = ids.every((id) => id === id.toUpperCase());
      return {
        versions: distinct(ids.map((id) => Number.parseInt(id.charAt(14), 16))),
        letterCase: lower ? 'lower' : upper ? 'upper' : 'mixed',
      };
    },
  }),
  open({
    id: 'timestamp-fraction',
    observe: async (context) => ({
      digits: distinct(some((await everything(context)).flatMap(timestampsOf)).map(fractionOf)),
    }),
  }),
  open({
    id: 'type-values',
    observe: async (context) => {
      const types = (await everything(context)).map(({ value }) => recordOf(value)?.['type']);
      return { values: distinct(some(types.filter((type) => typeof type === 'string'))) };
    },
  }),
  open({
    id: 'cors-methods',
    observe: async (context) => {
      const methods = (await configs(context)).flatMap((config): unknown[] => {
        const list = recordOf(config['cors'])?.['allowedMethods'];
        return Array.isArray(list) ? list : [];
      });
      return { values: distinct(some(methods.filter((method) => typeof method === 'string'))) };
    },
  }),
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

async function configs(context: ConformanceContext): Promise<Readonly<Record<string, unknown>>[]> {
  return some((await everything(context)).flatMap(configsOf));
}

function some<Value>(values: Value[]): Value[] {
  if (values.length === 0) throw new Skip('there is nothing of this kind to look at');
  return values;
}
