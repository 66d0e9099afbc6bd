import type { ConformanceCase } from './case.ts';
import { clearCases, openClearCases } from './cases/clear.ts';
import { openReadCases } from './cases/open-reads.ts';
import { openMessageCases, openWriteCases } from './cases/open-writes.ts';
import { readCases } from './cases/reads.ts';
import { openTextCases, textCases } from './cases/text.ts';
import { createCases, deleteCases, updateCases } from './cases/writes.ts';

/**
 * All cases of the suite in the order in which they run: reads, writes, the clear, and points that all responses show.
 * `must` cases check statements of the interface. `open` cases record how the service decides an open point, and never
 * fail.
 */
export const cases: readonly ConformanceCase[] = [
  ...readCases,
  ...openReadCases,
  ...createCases,
  ...updateCases,
  ...textCases,
  ...deleteCases,
  ...openWriteCases,
  ...openTextCases,
  ...clearCases,
  ...openClearCases,
  ...openMessageCases,
];
