import type { CaseOutcome } from './outcome.ts';
import type { ConformanceCase } from './case.ts';
import { cases } from './cases.ts';
import { ConformanceContext } from './context.ts';
import type { Observations } from './observations.ts';
import { readOptions, type ConformanceOptions } from './options.ts';
import { profileOf } from './profile.ts';
import type { CaseResult, ConformanceReport } from './report.ts';

/** Options of `runConformance`. */
export interface RunOptions extends ConformanceOptions {
  /** Is told each result as soon as it is there. What it throws ends the run, after the clean-up. */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
}

/**
 * Runs every case against a service, one after the other, and reports what held and what did not. Unless it is
 * allowed more, it sends nothing but GET.
 *
 * A service that fails, or cannot be reached, is a matter of the report: it rejects nothing. An aborted run resolves
 * too, with what it had by then.
 *
 * @example
 * ```ts
 * const report = await runConformance({ baseUrl: 'https://mocks.example.com/api', allowWrites: true });
 * console.log(formatReport(report));
 * if (!report.ok) process.exitCode = 1;
 * ```
 *
 * Rejects with a `TypeError` for options that make no run possible.
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
    profile: profileOf(observationsIn(results)),
    leftovers,
    aborted,
    ok: failed === 0 && leftovers.length === 0 && !aborted,
  };
}

function resultOf(
  { id, clause, level, destructive, operation, title }: ConformanceCase,
  outcome: CaseOutcome,
): CaseResult {
  const about = { id, clause, level, destructive, title, ...outcome };
  return operation === undefined ? about : { ...about, operation };
}

/** The values of the cases that observe. Each was made for the open point whose id it has. */
function observationsIn(results: readonly CaseResult[]): Observations {
  return Object.fromEntries(
    results.flatMap((result) => (result.outcome === 'observed' ? [[result.id, result.value]] : [])),
  );
}
