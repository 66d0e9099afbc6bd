/** Cases: a `must` case checks a statement of the interface, an `open` case observes an open point. */
import { openPoints, type OperationId } from '@mock-services/sdk/contract';
import type { ConformanceContext } from './context.ts';
import { Aborted, Failure, NoResponse, Skip, type CaseOutcome } from './outcome.ts';
import type { ObservablePoint, Observations } from './profile.ts';

/** An option that allows cases to change the service. */
export type Permission = 'allowWrites' | 'allowClear';

/** One case of the suite. It depends on no test runner. */
export interface ConformanceCase {
  /** Stable name in kebab-case. An `open` case has the id of its open point. */
  readonly id: string;
  /** The section of the interface, such as `§4 row 5`, `§4 rule 1` or `§2.3`. */
  readonly clause: string;
  /** `must`: the interface states it. `open`: the interface leaves it open, so the case observes and never fails. */
  readonly level: 'must' | 'open';
  /** Whether the case sends other requests than GET. It is skipped without its permission. */
  readonly destructive: boolean;
  /** The permission that the case needs, if any. */
  readonly needs?: Permission | undefined;
  /** The operation that the case is about, if it is about one. */
  readonly operation?: OperationId | undefined;
  /** The statement that holds if the case passes; for an open point, its question. */
  readonly title: string;
  /** Runs the case to its outcome. Never rejects. */
  readonly run: (context: ConformanceContext) => Promise<CaseOutcome>;
}

type About = Pick<ConformanceCase, 'needs' | 'operation'>;

interface Must extends Pick<ConformanceCase, 'clause' | 'operation' | 'title'> {
  /** Throws a `Failure` if the service breaks the clause, and a `Skip` if the service has no data to judge. */
  readonly check: (context: ConformanceContext) => Promise<void>;
}

/** Cases by id that check statements of the interface. */
export function mustCases(about: About, cases: Readonly<Record<string, Must>>): ConformanceCase[] {
  return Object.entries(cases).map(([id, { clause, check, ...rest }]) => ({
    id,
    clause,
    level: 'must',
    destructive: about.needs !== undefined,
    ...about,
    ...rest,
    run: (context) =>
      settle(context, about.needs, async () => {
        await check(context);
        return { outcome: 'passed' };
      }),
  }));
}

interface Observer<Value> {
  readonly about: About;
  readonly observe: (context: ConformanceContext) => Promise<Value>;
}

/** An observation. `observe` may throw a `Skip` or any other error if the open point cannot be observed. */
export function observing<Value>(about: About, observe: Observer<Value>['observe']): Observer<Value> {
  return { about, observe };
}

type Observers = { readonly [Point in ObservablePoint]?: Observer<NonNullable<Observations[Point]>> };

/** Cases by open point that observe what the interface leaves open. */
export function openCases(observers: Observers): ConformanceCase[] {
  return Object.entries(observers).map(([id, { about, observe }]) => {
    const { section = '', question = '' } = openPoints.find((point) => point.id === id) ?? {};
    return {
      id,
      clause: `§${section}`,
      level: 'open',
      destructive: about.needs !== undefined,
      ...about,
      title: question,
      run: async (context) => {
        const result = await settle(context, about.needs, async () => ({
          outcome: 'observed',
          value: await observe(context),
        }));
        if (result.outcome !== 'failed') return result;
        return { outcome: 'skipped', reason: `could not be observed: ${result.message}` };
      },
    };
  });
}

/** Runs a case that is allowed, and turns an error into an outcome. Never rejects. */
async function settle(
  context: ConformanceContext,
  needs: Permission | undefined,
  run: () => Promise<CaseOutcome>,
): Promise<CaseOutcome> {
  try {
    context.throwIfAborted();
    context.throwIfUnresponsive();
    if (needs === 'allowWrites') context.requireWrites();
    if (needs === 'allowClear') context.clearableWorkspace();
    return await run();
  } catch (error) {
    // The error of a request that an abort interrupted says nothing about the service.
    return outcomeOf(context.settings.signal?.aborted === true ? new Aborted() : error);
  }
}

function outcomeOf(error: unknown): CaseOutcome {
  if (error instanceof Skip) return { outcome: 'skipped', reason: error.message };
  if (error instanceof Failure || error instanceof NoResponse)
    return { outcome: 'failed', message: error.message };
  // An unknown message may quote a request or a response, so only the name is reported.
  const name = error instanceof Error ? error.name : typeof error;
  return { outcome: 'failed', message: `the case could not be completed: ${name}` };
}
