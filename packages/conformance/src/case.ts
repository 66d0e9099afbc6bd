import { openPoints, type OperationId } from '@mock-services/sdk/contract';
import type { ConformanceContext } from './context.ts';
import { Failure, NoResponse, NotDeleted, Refused, Skip, type CaseOutcome } from './outcome.ts';
import type { ObservablePoint, Observations } from './profile.ts';

/** Name of the option that allows the cases of a run to change the data of the service. */
export type Permission = 'allowWrites' | 'allowClear';

/** A case of the suite, which needs no test runner. */
export interface ConformanceCase {
  /** Stable name in kebab-case, such as `create-answer`. An `open` case and its open point have the same id. */
  readonly id: string;
  /** The checked part of the interface, such as `§4 row 5`, `§4 rule 1` or `§2.3`. */
  readonly clause: string;
  /**
   * A `must` case checks a statement of the interface. An `open` case observes unspecified behavior, and never fails.
   */
  readonly level: 'must' | 'open';
  /**
   * Whether the case sends requests that may change data, and is skipped without its permission. If the value is false,
   * an `open` case may still send such requests, but only with permission.
   */
  readonly destructive: boolean;
  /** The permission that the case needs. Absent if the case can run without a permission. */
  readonly needs?: Permission | undefined;
  /** The operation that the case checks. Absent if the case concerns several operations. */
  readonly operation?: OperationId | undefined;
  /** The statement that a `must` case checks, or the question that an `open` case answers. */
  readonly title: string;
  /** Runs the case. The promise never rejects. */
  readonly run: (context: ConformanceContext) => Promise<CaseOutcome>;
}

type About = Pick<ConformanceCase, 'needs' | 'operation'>;

interface Must extends Pick<ConformanceCase, 'clause' | 'operation' | 'title'> {
  /** Throws a `Failure` if the service violates the clause, or a `Skip` if the service has no data to check. */
  readonly check: (context: ConformanceContext) => Promise<void>;
}

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
  /** Appends a description of each unobservable part to `missing`. */
  readonly observe: (context: ConformanceContext, missing: string[]) => Promise<Value>;
}

export function observing<Value>(about: About, observe: Observer<Value>['observe']): Observer<Value> {
  return { about, observe };
}

type Observers = { readonly [Point in ObservablePoint]?: Observer<NonNullable<Observations[Point]>> };

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
        const result = await settle(context, about.needs, async () => {
          const missing: string[] = [];
          const value = await observe(context, missing);
          // If the run was aborted, the value may be based on missing responses.
          context.throwIfAborted();
          return { outcome: 'observed', value, ...(missing.length > 0 && { missing }) };
        });
        if (result.outcome !== 'failed') return result;
        return { outcome: 'skipped', reason: `could not be observed: ${result.message}` };
      },
    };
  });
}

/** Throws a `Refused` if the service refuses all parts, or a `Skip` if no part can be observed for other reasons. */
export async function observeParts<Value>(
  missing: string[],
  parts: Readonly<Record<string, () => Promise<Value>>>,
): Promise<Record<string, Value>> {
  const values: Record<string, Value> = {};
  let areRefused = true;
  for (const [name, observe] of Object.entries(parts)) {
    try {
      values[name] = await observe();
    } catch (error) {
      if (!(error instanceof Skip || error instanceof Failure || error instanceof NoResponse)) throw error;
      missing.push(`${name} (${error.message})`);
      areRefused &&= error instanceof Refused;
    }
  }
  if (Object.keys(values).length === 0) throw new (areRefused ? Refused : Skip)(missing.join('; '));
  return values;
}

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
    // After an abort, the abort may be the cause of any error, so the error is not a failure of the service.
    return outcomeOf(context.endOfRun() ?? error);
  }
}

function outcomeOf(error: unknown): CaseOutcome {
  if (error instanceof Skip)
    return { outcome: 'skipped', reason: error.message, ...(error instanceof Refused && { refused: true }) };
  if (error instanceof NotDeleted) return { outcome: 'skipped', reason: error.message, refused: true };
  if (error instanceof Failure || error instanceof NoResponse)
    return { outcome: 'failed', message: error.message };
  // Report only the name of an unknown error, because its message may quote a request or a response.
  const name = error instanceof Error ? error.name : typeof error;
  return { outcome: 'failed', message: `the case could not be completed: ${name}` };
}
