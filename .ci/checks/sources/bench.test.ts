import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { constant, linear, measureGrowth } from '../../../tools/bench/growth.ts';
import { compare, median, settled } from '../../../tools/bench/measure.ts';
import { pageOf } from '../../../tools/bench/page.ts';
import { isBounded, isReached, readResults, writeResults, type Part } from '../../../tools/bench/report.ts';

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

describe('growth', () => {
  const quietly = { quick: true, say: () => {} };

  test('is measured at a size and at 8 times it, and what was prepared is ended', async () => {
    const calls: string[] = [];
    const probe = linear('sum', 80, (size, end) => {
      calls.push(`prepare ${size}`);
      end(() => calls.push(`end ${size}`));
      return () => Array.from({ length: size }, (_, n) => n).reduce((sum, n) => sum + n, 0);
    });
    const [growth] = await measureGrowth([probe], quietly);
    expect(growth).toMatchObject({ name: 'sum', growth: 'linear', n: 10, most: 12 });
    expect(calls).toEqual(['prepare 10', 'prepare 80', 'end 10', 'end 80']);
  });

  test('waits for acts that are asynchronous', async () => {
    let running = 0;
    let most = 0;
    const probe = constant('wait', 8, () => async () => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
    });
    const [growth] = await measureGrowth([probe], quietly);
    expect(growth?.most).toBe(2);
    expect(most).toBe(1);
  });

  test('of what throws fails with its name, and ends what was prepared', async () => {
    let ended = 0;
    const probe = linear('broken', 8, (_, end) => {
      end(() => (ended += 1));
      return () => {
        throw new RangeError('too deep');
      };
    });
    await expect(measureGrowth([probe], quietly)).rejects.toThrow('broken: RangeError: too deep');
    expect(ended).toBe(2);
  });

  test.each([
    [12, true],
    [12.1, false],
    [Number.NaN, false],
  ])('of %d where 12 is the limit: kept %j', (factor, kept) => {
    const growth = { name: 'sum', growth: 'linear', n: 10, small: 1, large: 8, most: 12 } as const;
    expect(isBounded({ ...growth, factor })).toBe(kept);
  });
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

  test('of growth are a table of their own', () => {
    const growths = [
      { name: 'list', growth: 'linear', n: 1000, small: 1500, large: 12_000, factor: 8, most: 12 },
      { name: 'get', growth: 'constant', n: 1000, small: 2, large: 6, factor: 3, most: 2 },
    ] as const;
    const page = pageOf([{ name: 'the-package', short: 'short', parts: [{ ...part('a', 2), growths }] }]);
    expect(page).toContain('| list | 1,000 | 1,500 | 12,000 | 8 | 12 |\n');
    expect(page).toContain('| get | 1,000 | 2 | 6 | 3 | 2 **missed** |\n');
  });
});
