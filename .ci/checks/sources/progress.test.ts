import { expect, test } from 'vitest';
import { Progress } from '../../../tools/lib/progress.ts';

/** A file of tests that has run. */
const ran = (passed: number, ok = true) => ({
  ok: () => ok,
  children: { allTests: () => Array.from({ length: passed }) },
});

test('a run says how many files there are, and how far it is every ten seconds', () => {
  const lines: string[] = [];
  let time = 5_000;
  const progress = new Progress({ say: (line) => void lines.push(line), now: () => time });
  progress.onTestRunStart([1, 2, 3, 4]);
  expect(lines.splice(0)).toEqual([expect.stringMatching(/^4 files of tests\./)]);

  time += 9_000;
  progress.onTestModuleEnd(ran(7));
  expect(lines).toEqual([]);

  time += 2_000;
  progress.onTestModuleEnd(ran(5));
  expect(lines.splice(0)).toEqual(['11 s: 2 of 4 files, 12 tests passed']);

  time += 9_000;
  progress.onTestModuleEnd(ran(1, false));
  time += 1_000;
  progress.onTestModuleEnd(ran(2));
  expect(lines).toEqual(['21 s: 4 of 4 files, 1 of them failed, 15 tests passed']);
});
