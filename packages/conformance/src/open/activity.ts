/** Open points about recorded exchanges (§2.5). */
import { open, type ConformanceCase } from '../case.ts';
import { typeOf } from '../expect.ts';
import { distinct } from '../profile.ts';
import { existingEntries } from '../service/existing.ts';
import { recordOf } from '../service/http.ts';

export const openActivityCases: readonly ConformanceCase[] = [
  open({
    id: 'metadata-fields',
    operation: 'listActivity',
    observe: async (context) => {
      const fields = (await existingEntries(context))
        .flatMap((entry) => Object.entries(recordOf(recordOf(entry)?.['metadata']) ?? {}))
        .filter(([name]) => name !== 'scenarioId');
      const names = distinct(fields.map(([name]) => name));
      const typesOf = (name: string) =>
        fields.filter(([other]) => other === name).map(([, value]) => typeOf(value));
      return { types: Object.fromEntries(names.map((name) => [name, distinct(typesOf(name))])) };
    },
  }),
  open({
    id: 'base64-form',
    operation: 'listActivity',
    observe: async (context) => {
      const bodies = (await existingEntries(context)).flatMap(bodiesOf);
      const standard = bodies.some((body) => /[+/]/.test(body));
      const url = bodies.some((body) => /[_-]/.test(body));
      const padded = bodies.some((body) => body.endsWith('='));
      const unpadded = bodies.some((body) => body.length % 4 !== 0);
      return {
        alphabet: standard && url ? 'both' : standard ? 'standard' : url ? 'url' : 'either',
        padding: padded && unpadded ? 'sometimes' : padded ? 'always' : unpadded ? 'never' : 'either',
      };
    },
  }),
  open({
    id: 'recorded-path',
    operation: 'listActivity',
    observe: async (context) => {
      const entries = await existingEntries(context);
      const paths = entries.map((entry) => recordOf(recordOf(entry)?.['request'])?.['path']);
      return { withQuery: paths.some((path) => typeof path === 'string' && path.includes('?')) };
    },
  }),
];

function bodiesOf(entry: unknown): string[] {
  return ['request', 'response']
    .map((message) => recordOf(recordOf(entry)?.[message])?.['bodyBase64Encoded'])
    .filter((body) => typeof body === 'string');
}
