/** A case: one statement of the interface to check, or one open point to observe. */
import { openPoints, type OperationId } from '@mock-services/sdk/contract';
import type { ConformanceContext } from './context.ts';
import type { ObservablePoint, Observations } from './observations.ts';
import { Aborted, settle, Skip, type CaseOutcome } from './outcome.ts';

/** What a case may need to be allowed. */
export type Permission = 'allowWrites' | 'allowClear';

/** One case of the suite. It knows no test runner. */
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
  /** The operation that it is about, where it is about one. */
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
  return complete('must', rest, async (context) => {
    await check(context);
    return { outcome: 'passed' };
  });
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
  return complete('open', about, async (context) => {
    const outcome = await settle(async () => ({ outcome: 'observed', value: await observe(context) }));
    if (outcome.outcome !== 'failed') return outcome;
    return { outcome: 'skipped', reason: `could not be observed: ${outcome.message}` };
  });
}

function complete(
  level: ConformanceCase['level'],
  about: Omit<ConformanceCase, 'level' | 'destructive' | 'run'>,
  run: ConformanceCase['run'],
): ConformanceCase {
  return {
    ...about,
    level,
    destructive: about.needs !== undefined,
    run: (context) =>
      settle(async () => {
        demand(about.needs, context);
        try {
          return await run(context);
        } catch (error) {
          // A request that an abort cut short says nothing about the service.
          throw context.settings.signal?.aborted === true ? new Aborted() : error;
        }
      }),
  };
}

function demand(needs: Permission | undefined, context: ConformanceContext): void {
  const { mayWrite, clearable } = context.settings;
  context.throwIfAborted();
  context.throwIfGone();
  if (needs === 'allowWrites' && !mayWrite) throw new Skip('needs permission to write (allowWrites)');
  if (needs === 'allowClear' && clearable === undefined) {
    throw new Skip('needs a workspace whose log may be cleared (allowClear)');
  }
}
