import { findActivity } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anExchange } from '../support/activity-entries.ts';

/** Parts of a pattern, and the regular expression that each one means. */
const pathParts: Readonly<Record<string, string>> = {
  a: 'a',
  b: 'b',
  '.': String.raw`\.`,
  '/': '/',
  '/:id': '/[^/?]+',
  '*': '[^/?]*',
  '**': '.*',
  '/**/': '/(?:.*/)?',
};
const hostParts: Readonly<Record<string, string>> = { a: 'a', B: 'B', '.': String.raw`\.`, '*': '.*' };

const anyOf = (parts: Readonly<Record<string, string>>) =>
  fc.array(fc.constantFrom(...Object.keys(parts)), { maxLength: 8 });

/** The pattern as a regular expression; `undefined` if the joined parts would be parsed as other parts. */
function meaning(parts: readonly string[], sources: Readonly<Record<string, string>>, flags: string) {
  const read = parts.join('').match(/\/\*\*\/|\/:\w+|\*+|./g) ?? [];
  if (read.join(' ') !== parts.join(' ')) return undefined;
  return new RegExp(`^${parts.map((part) => sources[part]).join('')}$`, flags);
}

test('a path pattern matches like its regular expression', () => {
  let found = 0;
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', '\n'), maxLength: 8 });
  fc.assert(
    fc.property(anyOf(pathParts), path, (parts, rest) => {
      const meant = meaning(['/', ...parts], pathParts, 's');
      fc.pre(meant !== undefined);
      const isFound =
        findActivity([anExchange({ request: { path: `/${rest}` } })], { path: `/${parts.join('')}` }).length >
        0;
      found += Number(isFound);
      expect(isFound).toBe(meant.test(`/${rest}`));
    }),
    { numRuns: 5000 },
  );
  expect(found).toBeGreaterThan(100);
});

test('a host pattern matches like its regular expression', () => {
  let found = 0;
  const host = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '.'), maxLength: 8 });
  fc.assert(
    fc.property(anyOf(hostParts), host, (parts, hostname) => {
      const meant = meaning(parts, hostParts, 'is');
      fc.pre(meant !== undefined);
      const isFound =
        findActivity([anExchange({ request: { hostname } })], { host: parts.join('') }).length > 0;
      found += Number(isFound);
      expect(isFound).toBe(meant.test(hostname));
    }),
    { numRuns: 5000 },
  );
  expect(found).toBeGreaterThan(100);
});
