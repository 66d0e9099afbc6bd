/** A case: one statement of the interface to check, or one open point to observe. */
import { openPoints, type OperationId } from '@mock-services/sdk/contract';
import { Aborted, Failure, NoResponse, Skip, type CaseOutcome } from './outcome.ts';
import type { ObservablePoint, Observations } from './profile.ts';
import type { ConformanceContext } from './service/context.ts';

/** The options that allow a case to change the service. */
export type Permission = 'allowWrites' | 'allowClear';

/** One case of the suite. It depends on no test runner. */
export interface ConformanceCase {
  /** Stable name, kebab-case. A case that observes has the id of its open point. */
  readonly id: string;
  /** Where the interface says it, such as `§4 row 5`, `§4 rule 1` or `§2.3`. */
  readonly clause: string;
  /** `must`: the interface states it. `open`: it does not, so the case observes and never fails. */
  readonly level: 'must' | 'open';
  /** Whether it sends anything but GET, and is therefore skipped unless that is allowed. */
  readonly destructive: boolean;
  /** The option without which the case is skipped. */
  readonly needs?: Permission | undefined;
  /** The operation that it is about, if it is about one. */
  readonly operation?: OperationId | undefined;
  /** What holds when the case passes; for an open point, its question. */
  readonly title: string;
  /** Runs the case to its outcome. Never rejects. */
  readonly run: (context: ConformanceContext) => Promise<CaseOutcome>;
}

interface MustCase extends Pick<ConformanceCase, 'id' | 'clause' | 'needs' | 'operation' | 'title'> {
  /** Throws a `Failure` when the service breaks the clause, a `Skip` when there is nothing to judge. */
  readonly check: (context: ConformanceContext) => Promise<void>;
}

/** A case for what the interface states. */
export function must({ check, ...rest }: MustCase): ConformanceCase {
  const run = async (context: ConformanceContext): Promise<CaseOutcome> => {
    await check(context);
    return { outcome: 'passed' };
  };
  return createCase('must', rest, (context) => settle(context, rest.needs, run));
}

interface OpenCase<Point extends ObservablePoint> extends Pick<ConformanceCase, 'needs' | 'operation'> {
  readonly id: Point;
  /** Throws a `Skip`, or anything else, when there is nothing to observe. */
  readonly observe: (context: ConformanceContext) => Promise<NonNullable<Observations[Point]>>;
}

/** A case for what the interface leaves open. */
export function open<Point extends ObservablePoint>({ observe, ...rest }: OpenCase<Point>): ConformanceCase {
  const point = openPoints.find(({ id }) => id === rest.id);
  const about = { ...rest, clause: `§${point?.section ?? ''}`, title: point?.question ?? '' };
  return createCase('open', about, async (context) => {
    const result = await settle(context, rest.needs, async () => ({
      outcome: 'observed',
      value: await observe(context),
    }));
    if (result.outcome !== 'failed') return result;
    return { outcome: 'skipped', reason: `could not be observed: ${result.message}` };
  });
}

function createCase(
  level: ConformanceCase['level'],
  about: Omit<ConformanceCase, 'level' | 'destructive' | 'run'>,
  run: ConformanceCase['run'],
): ConformanceCase {
  return { ...about, level, destructive: about.needs !== undefined, run };
}

/** Runs a case that is allowed, and turns what it throws into an outcome. Never rejects. */
async function settle(
  context: ConformanceContext,
  needs: Permission | undefined,
  run: (context: ConformanceContext) => Promise<CaseOutcome>,
): Promise<CaseOutcome> {
  try {
    context.throwIfAborted();
    context.throwIfUnresponsive();
    if (needs === 'allowWrites') context.requireWrites();
    if (needs === 'allowClear') context.clearableWorkspace();
    return await run(context);
  } catch (error) {
    // A request that an abort interrupted says nothing about the service.
    return outcomeOf(context.settings.signal?.aborted === true ? new Aborted() : error);
  }
}

function outcomeOf(error: unknown): CaseOutcome {
  if (error instanceof Skip) return { outcome: 'skipped', reason: error.message };
  if (error instanceof Failure || error instanceof NoResponse) {
    return { outcome: 'failed', message: error.message };
  }
  // Only its name: an unknown message may quote what was sent or received.
  const name = error instanceof Error ? error.name : typeof error;
  return { outcome: 'failed', message: `the case could not be completed: ${name}` };
}
