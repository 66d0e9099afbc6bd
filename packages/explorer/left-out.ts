/** Leaves out of the built page what it imports and never needs. */
import type { Plugin } from 'vite';

/** What stands in place of modules, by the end of their path. */
const modules: readonly (readonly [end: string, instead: string])[] = [
  // Each query of TanStack Query imports infinite ones, of which the page has none.
  [
    '/query-core/build/modern/infiniteQueryBehavior.js',
    `export const infiniteQueryBehavior = () => undefined;
    export const hasNextPage = () => false;
    export const hasPreviousPage = () => false;`,
  ],
  // The fake server of the page has no journal in which a request could be found.
  [
    '/core/journal/journal-matcher.ts',
    ['checkMatcher', 'differences', 'explainNoMatch', 'lineWithProblem']
      .map((name) => `export const ${name} = () => { throw new Error('${name} is left out'); };`)
      .join('\n'),
  ],
];

export function leftOut(): Plugin {
  return {
    name: 'left-out',
    apply: 'build',
    load: (id) => modules.find(([end]) => id.replaceAll('\\', '/').endsWith(end))?.[1],
  };
}
