import type { ConformanceCase } from './case.ts';
import { clearCases, openClearCases } from './cases/clear.ts';
import { openReadCases } from './cases/open-reads.ts';
import { openMessageCases, openWriteCases } from './cases/open-writes.ts';
import { readCases } from './cases/reads.ts';
import { textCases } from './cases/text.ts';
import { createCases, deleteCases, updateCases } from './cases/writes.ts';

/**
 * All cases in the order in which they run: cases that read, cases that write, and cases that clear a log. The last
 * cases check all responses that the run received.
 */
export const cases: readonly ConformanceCase[] = [
  ...readCases,
  ...openReadCases,
  ...createCases,
  ...updateCases,
  ...textCases,
  ...deleteCases,
  ...openWriteCases,
  ...clearCases,
  ...openClearCases,
  ...openMessageCases,
];
