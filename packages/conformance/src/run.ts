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
   * Called with the result of each case when the case ends. If `onResult` throws, the run deletes its mock services and
   * rejects with the error.
   */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
  /**
   * A profile of an earlier run, with which the observed behavior is compared. A change makes `report.ok` false.
   * @default no comparison
   */
  readonly compare?: ObservedProfile | undefined;
}

/**
 * Runs all cases against a service one by one, and resolves to a report. The run sends only GET requests unless
 * `allowWrites` or `allowClear` is set.
 *
 * If the service fails or cannot be reached, the report says so. If the run is aborted, the report contains the results
 * so far.
 * @example
 * ```ts
 * const report = await runConformance({ baseUrl: 'https://mocks.example.com/api', allowWrites: true });
 * console.log(formatReport(report));
 * if (!report.ok) process.exitCode = 1;
 * ```
 * @throws {TypeError} if an option is invalid.
 * @throws {Error} named `NotDeleted` if the service does not delete the first mock service that the run creates. The message
 *   has its id and title.
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
      // Before this case, it is unknown whether the service can be reached.
      const isReady = result.id === 'list-mock-services-answer' && result.outcome === 'passed';
      if (isReady && context.settings.allowWrites)
        await context.firstCreate().catch((error: unknown) => {
          // The case `create-answer` reports another error of the create.
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
    // The id of an `open` case is the id of its open point.
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
