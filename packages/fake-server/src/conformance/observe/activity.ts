/** Open points of recorded exchanges (§2.5). */
import { recordOf } from '../answer.ts';
import { open, type ConformanceCase } from '../case.ts';
import { typeOf } from '../compare.ts';
import { distinct } from '../distinct.ts';
import { entries } from '../present-resources.ts';

export const observedActivity: readonly ConformanceCase[] = [
  open({
    id: 'metadata-fields',
    operation: 'listActivity',
    observe: async (context) => {
      const fields = (await entries(context))
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
      const bodies = (await entries(context)).flatMap(bodiesOf);
      const standard = bodies.some((body) => /[+/]/.test(body));
      const url = bodies.some((body) => /[_-]/.test(body));
      const padded = bodies.some((body) => body.endsWith('='));
      const bare = bodies.some((body) => body.length % 4 !== 0);
      return {
        alphabet: choose(standard, url, ['standard', 'url', 'both', 'either']),
        padding: choose(padded, bare, ['always', 'never', 'sometimes', 'either']),
      };
    },
  }),
  open({
    id: 'recorded-path',
    operation: 'listActivity',
    observe: async (context) => {
      const paths = (await entries(context)).map((entry) => recordOf(recordOf(entry)?.['request'])?.['path']);
      return { withQuery: paths.some((path) => typeof path === 'string' && path.includes('?')) };
    },
  }),
];

function bodiesOf(entry: unknown): string[] {
  return ['request', 'response'].flatMap((message) => {
    const body = recordOf(recordOf(entry)?.[message])?.['bodyBase64Encoded'];
    return typeof body === 'string' ? [body] : [];
  });
}

function choose<Word>(one: boolean, other: boolean, words: readonly [Word, Word, Word, Word]): Word {
  const [onlyOne, onlyOther, both, none] = words;
  if (one && other) return both;
  if (one) return onlyOne;
  return other ? onlyOther : none;
}
