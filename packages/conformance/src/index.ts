/**
 * Checks whether a service keeps to the interface. The same suite runs against a real deployment and a stand-in, without a
 * test runner. It only reads unless it is allowed more.
 *
 * @example
 * ```ts
 * import { formatReport, runConformance } from '@mock-services/fake-server/conformance';
 *
 * const report = await runConformance({ baseUrl: 'https://mocks.example.com/api' });
 * console.log(formatReport(report));
 * ```
 *
 * @module @mock-services/fake-server/conformance
 * @packageDocumentation
 */
export type { ConformanceCase, Permission } from './case.ts';
export { cases } from './cases.ts';
export type { ConformanceOptions } from './options.ts';
export type { CaseOutcome } from './outcome.ts';
export {
  type JsonValue,
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
export { type ConformanceContext, createContext } from './service/context.ts';
export type { Leftover } from './service/scratch.ts';
