import type { ConformanceCase } from './case.ts';
import { clearCases, openClearCases } from './cases/clear.ts';
import { openReadCases } from './cases/open-reads.ts';
import { openMessageCases, openWriteCases } from './cases/open-writes.ts';
import { readCases } from './cases/reads.ts';
import { textCases } from './cases/text.ts';
import { createCases, deleteCases, updateCases } from './cases/writes.ts';

/**
 * All cases in the order in which they run: reading, writing, clearing a log, and checking all responses of the run.
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
