import type { ConformanceCase } from './case.ts';
import { cases } from './cases.ts';
import { readOptions, type ConformanceOptions } from './options.ts';
import type { CaseOutcome } from './outcome.ts';
import type { CaseResult, ConformanceReport } from './report.ts';
import { ConformanceContext } from './service/context.ts';

/** Options of `runConformance`. */
export interface RunOptions extends ConformanceOptions {
  /** Called with each result as it arrives. If it throws, the run cleans up and rejects with that error. */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
}

/**
 * Runs every case against a service, one after the other, and reports what held and what did not. Sends nothing but
 * GET unless `allowWrites` or `allowClear` is given.
 *
 * A service that fails or cannot be reached is part of the report and causes no rejection. An aborted run resolves
 * with the results it had by then.
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
  const settings = readOptions(options);
  const context = new ConformanceContext(settings);
  const results: CaseResult[] = [];
  try {
    for (const one of cases) {
      const result = resultOf(one, await one.run(context));
      results.push(result);
      onResult?.(result);
    }
  } catch (error) {
    await context.cleanUp();
    throw error;
  }
  const leftovers = await context.cleanUp();
  const count = (outcome: CaseOutcome['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const aborted = settings.signal?.aborted === true;
  const failed = count('failed');
  return {
    baseUrl: settings.prefix,
    results,
    passed: count('passed'),
    failed,
    skipped: count('skipped'),
    observed: count('observed'),
    profile: {
      version: 1,
      // Each value was observed for the open point whose id its case has.
      observed: Object.fromEntries(
        results.flatMap((result) => (result.outcome === 'observed' ? [[result.id, result.value]] : [])),
      ),
    },
    leftovers,
    aborted,
    ok: failed === 0 && leftovers.length === 0 && !aborted,
  };
}

function resultOf(
  { id, clause, level, destructive, operation, title }: ConformanceCase,
  outcome: CaseOutcome,
): CaseResult {
  return { id, clause, level, destructive, title, ...outcome, ...(operation && { operation }) };
}
