/**
 * Checks whether a service, such as a deployment or the fake server, conforms to the interface. The suite needs no test
 * runner, and sends only GET requests by default.
 *
 * @example
 * ```ts
 * import { formatReport, runConformance } from '@mock-services/conformance';
 *
 * const report = await runConformance({ baseUrl: 'https://mocks.example.com/api' });
 * console.log(formatReport(report));
 * ```
 *
 * @module @mock-services/conformance
 * @packageDocumentation
 */
export type { ConformanceCase, Permission } from './case.ts';
export { cases } from './cases.ts';
export { type ConformanceContext, createContext, type Leftover } from './context.ts';
export { compareProfiles, type ProfileChange, type ProfileComparison } from './compare.ts';
export type { CaseOutcome, JsonValue } from './outcome.ts';
export {
  type ObservablePoint,
  type Observations,
  type ObservedBody,
  type ObservedOrder,
  type ObservedProfile,
  type ObservedStatuses,
  type PerOperation,
  unobservable,
} from './profile.ts';
export { type CaseResult, type ConformanceReport, formatReport } from './report.ts';
export { runConformance, type RunOptions } from './run.ts';
export type { ConformanceOptions } from './settings.ts';
