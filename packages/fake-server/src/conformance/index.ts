/**
 * `@mock-services/fake-server/conformance`: whether a service keeps to the interface. The same suite for a real
 * deployment and for a stand-in, without a test runner.
 *
 * @packageDocumentation
 */
export type { ConformanceCase, Permission } from './case.ts';
export { cases } from './cases.ts';
export { type ConformanceContext, createContext } from './context.ts';
export { formatReport } from './format.ts';
export {
  type ObservablePoint,
  type Observations,
  type ObservedBody,
  type ObservedOrder,
  type ObservedStatuses,
  type PerOperation,
  unobservable,
} from './observations.ts';
export type { ConformanceOptions } from './options.ts';
export type { CaseOutcome } from './outcome.ts';
export type { Leftover } from './own-mock-services.ts';
export type { JsonValue, ObservedProfile } from './profile.ts';
export type { CaseResult, ConformanceReport } from './report.ts';
export { runConformance, type RunOptions } from './run.ts';
