import { isJournalError, type Journal } from '../../core/index.ts';

/** Whether no request broke the contract and every fault struck as often as it was to, and if not, why. */
export function cleanliness(journal: Pick<Journal, 'assertClean'>): {
  readonly clean: boolean;
  readonly reasons: readonly string[];
} {
  try {
    journal.assertClean();
    return { clean: true, reasons: [] };
  } catch (error) {
    if (!isJournalError(error)) throw error;
    return { clean: false, reasons: error.problems.map((problem) => problem.trim()) };
  }
}
