/** Open points of the fields (§2) that show in what is there. */
import { recordOf } from '../answer.ts';
import { open, type ConformanceCase } from '../case.ts';
import { fractionOf } from '../compare.ts';
import { distinct } from '../distinct.ts';
import { everything } from '../resources.ts';
import { unknownFields } from './unknown-fields.ts';
import { configs, identifiersOf, some, timestampsOf } from './values.ts';

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
];
