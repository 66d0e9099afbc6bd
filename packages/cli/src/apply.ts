import {
  type Client,
  isApiError,
  isMockServicesError,
  isNetworkError,
  type MockService,
  type MockServiceInput,
  type MockServiceSummary,
} from '@mock-services/sdk';
import { pause } from '@mock-services/cli-kit';
import { idKey } from '@mock-services/sdk/contract';
import pMap from 'p-map';
import { type Change, changesBetween, inputFor, type Step } from './plan.ts';
import { unlessGone } from './service.ts';

export type DoneStep = Step & {
  readonly id: string;
  /** Values that the service changed while storing them. A later `diff` reports these values. */
  readonly altered: readonly Change[];
  /** `undefined` if the mock service could not be read. */
  readonly stored?: MockService | undefined;
};
export type FailedStep = Step & { readonly error: unknown };

export interface Outcome {
  readonly done: readonly DoneStep[];
  readonly failed: readonly FailedStep[];
  readonly notTried: readonly Step[];
}

/**
 * Number of parallel updates or deletes. Create requests run one by one, so that the service lists mock services in
 * file order.
 */
const changesAtATime = 4;

/**
 * Performs the steps until all are done, one fails, or `stopped` is aborted. Started requests always finish.
 *
 * @param existing - The mock services before the first step.
 */
export async function perform(
  steps: readonly Step[],
  client: Client,
  existing: readonly MockServiceSummary[],
  {
    stopped,
    onDone,
  }: { readonly stopped: AbortSignal; readonly onDone: (step: Step & { readonly id: string }) => void },
): Promise<Outcome> {
  const done: Promise<DoneStep>[] = [];
  const failed: FailedStep[] = [];
  const notTried: Step[] = [];
  const known = new Set(existing.map(({ id }) => idKey(id)));

  const send = async (
    step: Step,
  ): Promise<readonly [id: string, stored: Promise<MockService | undefined>]> => {
    if (step.action === 'create') {
      const id = await create(step.input, client, known, stopped);
      // Do not await the response to this read, so that the next create can start immediately.
      return [id, client.mockServices.get(id, { signal: stopped, maxRetries: 0 }).catch(() => undefined)];
    }
    if (step.action === 'update')
      return [step.id, Promise.resolve(await client.mockServices.update(step.id, step.input))];
    await client.mockServices.delete(step.id).catch(unlessGone);
    return [step.id, Promise.resolve(undefined)];
  };
  const act = async (step: Step): Promise<void> => {
    if (failed.length > 0 || stopped.aborted) return void notTried.push(step);
    try {
      const [id, stored] = await send(step);
      done.push(stored.then((stored) => ({ ...step, id, altered: alteredBy(step, stored), stored })));
      onDone({ ...step, id });
    } catch (error) {
      failed.push({ ...step, error });
    }
  };
  for (const action of ['create', 'update', 'delete']) {
    const concurrency = action === 'create' ? 1 : changesAtATime;
    await pMap(
      steps.filter((step) => step.action === action),
      act,
      { concurrency },
    );
  }
  return { done: await Promise.all(done), failed, notTried };
}

function alteredBy(step: Step, stored: MockService | undefined): readonly Change[] {
  return stored === undefined || step.action === 'delete' ? [] : step.changesIn(stored);
}

const maxAttempts = 3;
const temporary: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** First pause in milliseconds. Each retry doubles the pause. */
const firstPause = 300;
/** Longest accepted `Retry-After` delay in milliseconds. */
const longestPause = 30_000;

/** If a response is lost, searches for the new mock service before a retry, to avoid a duplicate. */
async function create(
  input: MockServiceInput,
  client: Client,
  known: ReadonlySet<string>,
  stopped: AbortSignal,
): Promise<string> {
  let isUncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await client.mockServices.create(input)).id;
    } catch (error) {
      if (!isMockServicesError(error)) throw error;
      isUncertain ||= error.mayHaveBeenApplied;
      const retryAfter = pauseAfter(error, attempt);
      // Pause before the search, because the service may still be processing the create request.
      await pause(retryAfter ?? (isUncertain ? firstPause : 0), stopped);
      const found = isUncertain
        ? await find(input, client, known).catch(() => 'unknown' as const)
        : undefined;
      if (typeof found === 'object') return found.id;
      if (found !== undefined || retryAfter === undefined || stopped.aborted) throw error;
    }
  }
}

/** Returns `unknown` if a new mock service has the same title, but different content. */
async function find(
  input: MockServiceInput,
  { mockServices }: Client,
  known: ReadonlySet<string>,
): Promise<MockService | 'unknown' | undefined> {
  const listed = await mockServices.list();
  const added = listed.filter(({ id, title }) => title === input.title && !known.has(idKey(id)));
  const services = await Promise.all(added.map(({ id }) => mockServices.get(id)));
  const isCreated = (one: MockService) => changesBetween(one, inputFor(input, one)).length === 0;
  return services.find(isCreated) ?? (added.length > 0 ? 'unknown' : undefined);
}

function pauseAfter(error: unknown, attempt: number): number | undefined {
  // After a timeout, do not retry, because the service may still process the first request and create a duplicate.
  const isTemporary = isApiError(error) ? temporary.has(error.status) : isNetworkError(error);
  if (!isTemporary || attempt >= maxAttempts) return undefined;
  const requested = isApiError(error) ? (error.retryAfterMs ?? 0) : 0;
  return requested > longestPause ? undefined : Math.max(requested, firstPause * 2 ** (attempt - 1));
}
