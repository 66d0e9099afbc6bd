import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compare, median, settled } from '../../../tools/bench/measure.ts';
import { pageOf } from '../../../tools/bench/page.ts';
import { isReached, readResults, writeResults, type Part } from '../../../tools/bench/report.ts';

const question = { id: 'get', title: 'GET', unit: 'ms', baseline: 'base', better: 'less' } as const;
const reach = { contender: 'other', of: 'ratio', most: 2.5 } as const;

/** Contenders with given figures, which record their turns. */
function contendersOf(figures: Readonly<Record<string, readonly number[]>>, turns: string[] = []) {
  return Object.entries(figures).map(([name, [...left]]) => ({
    name,
    sample: () => {
      turns.push(name);
      return left.shift() ?? Number.NaN;
    },
  }));
}

describe('contenders', () => {
  test('take turns, and each starts a round', async () => {
    const turns: string[] = [];
    await compare(question, contendersOf({ base: [1, 1], other: [1, 1] }, turns), { rounds: 2, warmUp: 0 });
    expect(turns).toEqual(['base', 'other', 'other', 'base']);
  });

  test('are compared round by round, without the warm-up', async () => {
    const contenders = contendersOf({ base: [9, 1, 10, 100], other: [9, 2, 30, 200] });
    const { rows } = await compare(question, contenders, { rounds: 3, warmUp: 1 });
    expect(rows).toEqual([
      { contender: 'base', samples: [1, 10, 100], median: 10, ratio: 1 },
      { contender: 'other', samples: [2, 30, 200], median: 30, ratio: 2 },
    ]);
  });

  test('must include the baseline', () => {
    expect(() => settled(question, { other: 1 })).toThrow('get: no contender is called base');
  });
});

test('the median of an even number of figures lies between the two in the middle', () => {
  expect(median([4, 1, 100, 2])).toBe(3);
});

test.each([
  [2.5, true],
  [2.6, false],
  [Number.NaN, false],
])('a bound of 2.5 and a figure of %d: reached %j', (figure, reached) => {
  expect(isReached(settled({ ...question, reach: [reach] }, { base: 1, other: figure }), reach)).toBe(
    reached,
  );
});

describe('results', () => {
  const machine = { node: '24.0.0', cpus: 2, platform: 'linux x64' };
  const part = (name: string, other: number): Part => ({
    name,
    title: `Part ${name}`,
    about: 'Measured.',
    taken: '2026-03-01T10:00:00Z',
    machine,
    measurements: [settled({ ...question, reach: [reach] }, { base: 1, other })],
    curves: [{ id: 'growth', title: 'Growth', x: { label: 'n' }, y: { label: 'ms' }, lines: [] }],
  });

  test('of a part replace older ones, in the order of the parts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-results-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeResults(folder, ['a', 'b'], [part('b', 2)]);
    writeResults(folder, ['a', 'b'], [part('a', 3)]);
    writeResults(folder, ['a', 'b'], [part('b', 4)]);
    expect(readResults(folder)).toEqual([part('a', 3), part('b', 4)]);
    expect(readFileSync(join(folder, 'results.json'), 'utf8')).toContain('"samples": [ 4 ]');
  });

  test('are shown as a table with plots, and with the limits that were kept and missed', () => {
    const page = pageOf([{ name: 'the-package', short: 'short', parts: [part('a', 2), part('b', 3)] }]);
    expect(page).toContain('| contender | GET (ms) |\n| --- | --: |\n| base | 1 |\n| other | 2 (2) |\n');
    expect(page).toContain('- GET, other: ratio at most 2.5: kept, with 2\n');
    expect(page).toContain('- GET, other: ratio at most 2.5: **missed**, with 3\n');
    expect(page).toContain('![Growth](performance-short-growth.svg)');
  });
});
