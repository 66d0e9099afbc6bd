/** Performs the steps of a plan. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  isApiError,
  isMockServicesError,
  isNetworkError,
  type MockServiceSummary,
} from '@mock-services/sdk';
import { changesBetween, inputFor, type Step } from './plan.ts';
import { mapInParallel } from './service.ts';

type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;

/** A step that the service has performed. */
export interface Done {
  readonly step: Step;
  readonly id: string;
}

export interface FailedStep {
  readonly step: Step;
  readonly error: unknown;
}

export interface Outcome {
  readonly done: readonly Done[];
  readonly failed: readonly FailedStep[];
  readonly untried: readonly Step[];
}

/** Updates and deletes at a time. Creates run one by one, so that the service lists them in the order of the file. */
const changesAtATime = 4;

/**
 * Performs steps until all are done, one fails, or `stopped` is aborted. Requests under way are always completed.
 *
 * @param existing - The mock services before the first step.
 */
export async function perform(
  steps: readonly Step[],
  client: Client,
  existing: readonly MockServiceSummary[],
  { stopped, onDone }: { readonly stopped: AbortSignal; readonly onDone: (done: Done) => void },
): Promise<Outcome> {
  const done: Done[] = [];
  const failed: FailedStep[] = [];
  const untried: Step[] = [];
  const creator = new Creator(client, existing, stopped);

  const act = async (step: Step): Promise<void> => {
    if (failed.length > 0 || stopped.aborted) return void untried.push(step);
    try {
      const result = { step, id: await send(step, client, creator) };
      done.push(result);
      onDone(result);
    } catch (error) {
      failed.push({ step, error });
    }
  };
  for (const [kind, width] of [
    ['create', 1],
    ['update', changesAtATime],
    ['delete', changesAtATime],
  ] as const) {
    await mapInParallel(
      steps.filter((step) => step.kind === kind),
      width,
      act,
    );
  }
  return { done, failed, untried };
}

async function send(step: Step, client: Client, creator: Creator): Promise<string> {
  if (step.kind === 'create') return creator.create(step);
  if (step.kind === 'update') await client.mockServices.update(step.id, step.input);
  else await client.mockServices.delete(step.id).catch(unlessGone);
  return step.id;
}

/** Somebody else may have deleted the mock service in the meantime. */
function unlessGone(error: unknown): void {
  if (!isApiError(error) || error.status !== 404) throw error;
}

/** Thrown if a mock service with the title of a lost create appeared, but with other content. */
export class ForeignServiceError extends Error {}

const attempts = 3;
const temporary: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Pause before the first retry in milliseconds. It doubles with each retry. */
const firstPause = 300;
/** Longest wait in milliseconds that a service may request with `Retry-After`. */
const longestPause = 30_000;

/** Creates mock services, each exactly once, although the response may be lost. */
class Creator {
  readonly #client: Client;
  readonly #known: Set<string>;
  readonly #stopped: AbortSignal;

  constructor(client: Client, existing: readonly MockServiceSummary[], stopped: AbortSignal) {
    this.#client = client;
    this.#known = new Set(existing.map(({ id }) => id));
    this.#stopped = stopped;
  }

  async create(step: StepOf<'create'>): Promise<string> {
    const id = await this.#send(step);
    this.#known.add(id);
    return id;
  }

  async #send(step: StepOf<'create'>): Promise<string> {
    let isUncertain = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { id } = await this.#client.mockServices.create(step.input);
        return id;
      } catch (error) {
        if (!isMockServicesError(error)) throw error;
        isUncertain ||= error.mayHaveBeenApplied;
        const pause = pauseAfter(error, attempt);
        // The pause comes before the search, because a service may still be working on the lost request.
        await this.#wait(pause ?? (isUncertain ? firstPause : 0));
        const found = isUncertain ? await this.#find(step, error) : undefined;
        if (found !== undefined) return found;
        if (pause === undefined || this.#stopped.aborted) throw error;
      }
    }
  }

  /** Finds the mock service that a lost request created. */
  async #find({ input }: StepOf<'create'>, lost: Error): Promise<string | undefined> {
    const { mockServices } = this.#client;
    const listed = await mockServices.list().catch(() => {
      throw lost;
    });
    const added = listed.filter(({ id, title }) => title === input.title && !this.#known.has(id));
    for (const { id } of added) {
      const service = await mockServices.get(id);
      if (changesBetween(service, inputFor(input, service)).length === 0) return id;
    }
    if (added.length === 0) return undefined;
    const ids = added.map(({ id }) => id).join(', ');
    throw new ForeignServiceError(
      `The response was lost, and the service now has a mock service with this title but other content: ${ids}.`,
      { cause: lost },
    );
  }

  async #wait(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopped }).catch(() => {});
  }
}

/** Returns how long to wait before a create is sent again, or `undefined` if it must not be. */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  // After a timeout the service may still be working on the request, so a second one could create a second mock service.
  const isTemporary = isApiError(error) ? temporary.has(error.status) : isNetworkError(error);
  if (!isTemporary || attempt >= attempts) return undefined;
  const requested = isApiError(error) ? (error.retryAfterMs ?? 0) : 0;
  return requested > longestPause ? undefined : Math.max(requested, firstPause * 2 ** (attempt - 1));
}
