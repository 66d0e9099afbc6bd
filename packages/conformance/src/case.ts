import { openPoints, type OperationId } from '@mock-services/sdk/contract';
import type { ConformanceContext } from './context.ts';
import { Failure, NoResponse, NotDeleted, Refused, Skip, type CaseOutcome } from './outcome.ts';
import type { ObservablePoint, Observations } from './profile.ts';

/** An option that allows cases to change the service's data. */
export type Permission = 'allowWrites' | 'allowClear';

/** A case of the suite. It runs without a test runner. */
export interface ConformanceCase {
  /** Stable name in kebab-case. An `open` case has the id of the open point that it observes. */
  readonly id: string;
  /** The part of the interface that the case checks, such as `§4 row 5`, `§4 rule 1` or `§2.3`. */
  readonly clause: string;
  /**
   * - `must`: checks a statement of the interface.
   * - `open`: observes what the interface does not specify, and never fails.
   */
  readonly level: 'must' | 'open';
  /**
   * Whether the case needs requests with methods other than GET. Such a case is skipped if its permission is missing.
   * If the value is false, an `open` case may still send such requests, but only with permission.
   */
  readonly destructive: boolean;
  /** Missing if the case needs no permission because it only reads. */
  readonly needs?: Permission | undefined;
  /** Set if the case is about a single operation. */
  readonly operation?: OperationId | undefined;
  /** The statement that the case checks, or the question of the open point that it observes. */
  readonly title: string;
  /** Resolves to the outcome and never rejects. */
  readonly run: (context: ConformanceContext) => Promise<CaseOutcome>;
}

type About = Pick<ConformanceCase, 'needs' | 'operation'>;

interface Must extends Pick<ConformanceCase, 'clause' | 'operation' | 'title'> {
  /** Throws a `Failure` if the service violates the clause, and a `Skip` if it has no data to check. */
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
  /** Adds to `missing` a description of each part that could not be observed. */
  readonly observe: (context: ConformanceContext, missing: string[]) => Promise<Value>;
}

/** `observe` throws if the responses do not show how the service behaves. */
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
          // If the run was aborted, the value proves nothing.
          context.throwIfAborted();
          return { outcome: 'observed', value, ...(missing.length > 0 && { missing }) };
        });
        if (result.outcome !== 'failed') return result;
        return { outcome: 'skipped', reason: `could not be observed: ${result.message}` };
      },
    };
  });
}

/** Observes the parts of an open point. Throws a `Skip` if no part can be observed, or a `Refused` if all are refused. */
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
    // After the run is aborted, an error says nothing about the service.
    return outcomeOf(context.endOfRun() ?? error);
  }
}

function outcomeOf(error: unknown): CaseOutcome {
  if (error instanceof Skip)
    return { outcome: 'skipped', reason: error.message, ...(error instanceof Refused && { refused: true }) };
  if (error instanceof NotDeleted) return { outcome: 'skipped', reason: error.message, refused: true };
  if (error instanceof Failure || error instanceof NoResponse)
    return { outcome: 'failed', message: error.message };
  // Report only the error's name, because the message of an unknown error may quote a request or a response.
  const name = error instanceof Error ? error.name : typeof error;
  return { outcome: 'failed', message: `the case could not be completed: ${name}` };
}
