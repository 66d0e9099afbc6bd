import type { ConformanceCase } from './case.ts';
import type { CaseOutcome } from './outcome.ts';
import type { Leftover } from './own-mock-services.ts';
import type { ObservedProfile } from './profile.ts';

/** What a case is about, and its outcome. Plain JSON data. */
export type CaseResult = Pick<
  ConformanceCase,
  'id' | 'clause' | 'level' | 'destructive' | 'operation' | 'title'
> &
  CaseOutcome;

/** What a run found. Plain JSON data; neither credentials nor values of bodies are in it. */
export interface ConformanceReport {
  /** Where the service answers, without its query. */
  readonly baseUrl: string;
  /** One for each case, in the order of `cases`. */
  readonly results: readonly CaseResult[];
  /** How many `must` cases passed. */
  readonly passed: number;
  /** How many `must` cases failed. */
  readonly failed: number;
  /** How many cases were skipped, of either level. */
  readonly skipped: number;
  /** How many open points were observed. */
  readonly observed: number;
  /** The service's answers to the open points. */
  readonly profile: ObservedProfile;
  /** Mock services of this run that could not be deleted; empty when the service is as it was. */
  readonly leftovers: readonly Leftover[];
  /** Whether the run was ended by its signal. */
  readonly aborted: boolean;
  /** Whether no case failed, nothing was left behind and the run went to its end. */
  readonly ok: boolean;
}
