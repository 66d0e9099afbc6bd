/** Tests the patterns for paths and hosts. */
import { findActivity } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePoint, runs, runsOfModel } from '../../../../tools/lib/near.ts';
import { anExchange } from '../support/activity-entries.ts';

const findsPath = (pattern: string, path: string) =>
  findActivity([anExchange({ request: { path } })], { path: pattern }).length === 1;
const findsHost = (pattern: string, hostname: string) =>
  findActivity([anExchange({ request: { hostname } })], { host: pattern }).length === 1;

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Translates a path pattern to a RegExp, which defines its meaning but may take too long for a long path. */
function pathExpression(pattern: string): RegExp {
  const source = pattern.replaceAll(/\/(?:\*\*\/)+|\*+|:\w+|[^*/:]+|./gs, (part, at: number) => {
    if (part.startsWith('/*')) return '/(?:.*/)?';
    if (part.startsWith('*')) return part === '*' ? '[^/?]*' : '.*';
    return part.startsWith(':') && pattern.charAt(at - 1) === '/' ? '[^/?]+' : escaped(part);
  });
  return new RegExp(`^${source}$`, 's');
}

function hostExpression(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*+|[^*]+/g, (part) => (part.startsWith('*') ? '.*' : escaped(part)));
  return new RegExp(`^${source}$`, 'is');
}

describe('a pattern', () => {
  test('matches the same paths as a RegExp', () => {
    const parts = ['a', 'b', '.', '/', ':', '/:id', '*', '**', '/**/', '?', '(', '|', '\n'];
    const rest = (units: readonly string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });
    let found = 0;
    fc.assert(
      fc.property(
        fc.constantFrom('/', '*', '**'),
        rest(parts),
        rest(['a', 'b', '.', '/', '?', '(', ':', '\n']),
        (first, rest, path) => {
          const pattern = first + rest;
          const compared = pattern.includes('?') ? `/${path}` : `/${path}`.replace(/\?.*$/s, '');
          const isFound = findsPath(pattern, `/${path}`);
          found += Number(isFound);
          expect(isFound).toBe(pathExpression(pattern).test(compared));
        },
      ),
      { ...runsOfModel(20_000), examples: [['/', '**/a', 'a']] },
    );
    expect(found).toBeGreaterThan(100);
  });

  test('matches the same hosts as a RegExp', () => {
    const text = (...units: readonly string[]) =>
      fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 6 });
    let found = 0;
    fc.assert(
      fc.property(text('a', 'A', 'é', 'É', '.', '*'), text('a', 'A', 'é', 'É', '.'), (pattern, host) => {
        const isFound = findsHost(pattern, host);
        found += Number(isFound);
        expect(isFound).toBe(hostExpression(pattern).test(host));
      }),
      runs(5000),
    );
    expect(found).toBeGreaterThan(100);
  });

  // A RegExp with backtracking would not finish most of these cases within the time limit of a test.
  test.each<[string, string, string]>([
    ['* within a segment', '/files/*-*-*-*.json', `/files/${'-'.repeat(1200)}`],
    ['many **', `/${'**a'.repeat(100)}b`, `/${'a'.repeat(10_000)}`],
    ['many **, each with *', `${'/**/*a*'.repeat(40)}b`, '/a'.repeat(5000)],
  ])('of %s does not match a long path', (_, pattern, path) => {
    expect(findsPath(pattern, path)).toBe(false);
  });

  test('of many * does not match a long host', () => {
    expect(findsHost(`${'*a'.repeat(100)}b`, 'a'.repeat(10_000))).toBe(false);
    expect(findsHost(`${'*a'.repeat(100)}b`, `${'a'.repeat(10_000)}b`)).toBe(true);
  });

  test('has no special characters other than * and :name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint }).filter((text) => !/[*?#]|\/:\w/.test(`/${text}`)),
        (text) => {
          const entries = [anExchange({ request: { path: `/${text}` } })];
          expect(findActivity(entries, { path: `/${text}` })).toHaveLength(1);
          expect(findActivity(entries, { path: `/${text}x` })).toHaveLength(0);
        },
      ),
    );
  });
});
