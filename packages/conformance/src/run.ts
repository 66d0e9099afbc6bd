import { cases } from './cases.ts';
import { createContext } from './context.ts';
import type { CaseOutcome } from './outcome.ts';
import type { CaseResult, ConformanceReport } from './report.ts';
import type { ConformanceOptions } from './settings.ts';

/** Options of `runConformance`. */
export interface RunOptions extends ConformanceOptions {
  /** Called with each result as it arrives. If it throws, the run cleans up and rejects with that error. */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
}

/**
 * Runs every case against a service, one after the other, and reports the results. Sends only GET requests unless
 * `allowWrites` or `allowClear` is given.
 *
 * A service that fails or cannot be reached is part of the report and causes no rejection. An aborted run resolves
 * with the results up to the abort.
 *
 * @example
 * ```ts
 * const report = await runConformance({ baseUrl: 'https://mocks.example.com/api', allowWrites: true });
 * console.log(formatReport(report));
 * if (!report.ok) process.exitCode = 1;
 * ```
 *
 * Rejects with a `TypeError` for invalid options.
 */
export async function runConformance({ onResult, ...options }: RunOptions): Promise<ConformanceReport> {
  const context = createContext(options);
  const results: CaseResult[] = [];
  try {
    for (const { run, needs: _, operation, ...about } of cases) {
      const result = { ...about, ...(await run(context)), ...(operation && { operation }) };
      results.push(result);
      onResult?.(result);
    }
  } catch (error) {
    await context.cleanUp();
    throw error;
  }
  const leftovers = await context.cleanUp();
  const count = (outcome: CaseOutcome['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const aborted = options.signal?.aborted === true;
  const failed = count('failed');
  return {
    baseUrl: context.settings.prefix,
    results,
    passed: count('passed'),
    failed,
    skipped: count('skipped'),
    observed: count('observed'),
    profile: {
      version: 1,
      // The id of a case that observes is the id of its open point.
      observed: Object.fromEntries(
        results.flatMap((result) => (result.outcome === 'observed' ? [[result.id, result.value]] : [])),
      ),
    },
    leftovers,
    aborted,
    ok: failed === 0 && leftovers.length === 0 && !aborted,
  };
}
