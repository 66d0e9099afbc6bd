import { cases } from './cases.ts';
import { compareProfiles, requireProfile } from './compare.ts';
import { createContext } from './context.ts';
import { NotDeleted, type CaseOutcome } from './outcome.ts';
import type { ObservedProfile } from './profile.ts';
import type { CaseResult, ConformanceReport } from './report.ts';
import type { ConformanceOptions } from './settings.ts';

/** Options of `runConformance`. */
export interface RunOptions extends ConformanceOptions {
  /**
   * Called after each case. If `onResult` throws an error, the run deletes its mock services and rejects with this
   * error.
   */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
  /**
   * Profile of an earlier run to compare with the observed behavior. If the behavior has changed, `report.ok` is false.
   * @default no comparison
   */
  readonly compare?: ObservedProfile | undefined;
}

/**
 * Runs all cases against a service one by one, and resolves to a report. Without `allowWrites` and `allowClear`, the
 * run sends only GET requests.
 *
 * If the service fails or cannot be reached, the promise still resolves to a report. If the run is aborted, the report
 * contains the results so far.
 * @example
 * ```ts
 * const report = await runConformance({ baseUrl: 'https://mocks.example.com/api', allowWrites: true });
 * console.log(formatReport(report));
 * if (!report.ok) process.exitCode = 1;
 * ```
 * @throws {TypeError} if an option is invalid.
 * @throws {Error} named `NotDeleted` if the service does not delete the first mock service that the run creates. The
 *   message contains the id and title of this mock service.
 */
export async function runConformance({
  onResult,
  compare,
  ...options
}: RunOptions): Promise<ConformanceReport> {
  if (compare !== undefined) requireProfile(compare);
  const context = createContext(options);
  const results: CaseResult[] = [];
  try {
    for (const { run, needs: _, operation, ...about } of cases) {
      const result = { ...about, ...(await run(context)), ...(operation && { operation }) };
      results.push(result);
      onResult?.(result);
      // Create nothing before this case has shown that the service can be reached.
      const isReady = result.id === 'list-mock-services-answer' && result.outcome === 'passed';
      if (isReady && context.settings.allowWrites)
        await context.firstCreate().catch((error: unknown) => {
          // Ignore other errors, because the case `create-answer` reports them.
          if (error instanceof NotDeleted) throw error;
        });
    }
  } catch (error) {
    if (!(error instanceof NotDeleted)) await context.cleanUp();
    throw error;
  }
  const ended = context.endOfRun() !== undefined;
  const leftovers = await context.cleanUp();
  const count = (outcome: CaseOutcome['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const aborted = ended || options.signal?.aborted === true;
  const refused = results.some((one) => one.level === 'must' && one.outcome === 'skipped' && one.refused);
  const failed = count('failed');
  const profile: ObservedProfile = {
    version: 1,
    observed: Object.fromEntries(
      results.flatMap((result) => (result.outcome === 'observed' ? [[result.id, result.value]] : [])),
    ),
  };
  const comparison = compare && compareProfiles(compare, profile);
  return {
    baseUrl: context.settings.prefix,
    results,
    passed: count('passed'),
    failed,
    skipped: count('skipped'),
    observed: count('observed'),
    profile,
    ...(comparison && { comparison }),
    leftovers,
    aborted,
    ok: failed === 0 && leftovers.length === 0 && !aborted && !refused && !comparison?.changes.length,
  };
}
