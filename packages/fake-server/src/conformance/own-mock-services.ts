/** The mock services that a run creates: they are told from all others, and are gone at its end. */
import type { MockServiceInput } from '@mock-services/sdk/contract';
import { dataIn, recordOf, type Answer } from './answer.ts';
import { sameId } from './compare.ts';
import type { ConformanceContext } from './context.ts';
import { Failure, NoAnswer, Skip } from './outcome.ts';
import { probe } from './probe.ts';
import { randomHex } from './random.ts';

/** A mock service of the run that could not be deleted, or is not known to be. */
export interface Leftover {
  readonly title: string;
  /** `null` when its creation was sent and its identifier never came back. */
  readonly id: string | null;
}

/** An answer to a create, with the identifier in it. */
export interface Creation {
  readonly title: string;
  readonly answer: Answer;
  /** `undefined` when the answer has none, or one that is not this run's to change. */
  readonly id: string | undefined;
}

/** Creates mock services and deletes them again. */
export class OwnMockServices {
  readonly #context: ConformanceContext;
  /** In every title, so that what was created is found even when its identifier was lost. */
  readonly #tag = randomHex(16);
  #count = 0;
  /** Whether a create was ever sent, and whether one was ever answered with an identifier. */
  #wasAsked = false;
  #isGiven = false;
  /** What was created and is not known to be gone. */
  readonly #present = new Set<Leftover>();

  constructor(context: ConformanceContext) {
    this.#context = context;
  }

  /** A title that no other mock service has. */
  title(): string {
    this.#count += 1;
    return `Conformance check ${this.#tag}-${this.#count}`;
  }

  /** Sends a create. Not even an abort interrupts it: its identifier is needed to clean up. */
  async create(body: unknown, title: string): Promise<Creation> {
    this.#context.throwIfAborted();
    this.#context.throwIfGone();
    const before = await this.#idsBefore();
    this.#wasAsked = true;
    const answer = await this.#send(body, title);
    const id = idIn(answer);
    if (id !== undefined && before.some((taken) => sameId(taken, id))) {
      // Whatever would be done to it from here on would be done to somebody else's.
      throw new Failure(
        `${answer.request}: expected a new identifier, received that of an older mock service`,
      );
    }
    // 303 leads from a success to what it made; any other status outside 2xx says that nothing was made.
    const isMade = answer.status < 300 || answer.status === 303;
    if (id !== undefined || isMade) this.#present.add({ title, id: id ?? null });
    this.#isGiven ||= id !== undefined;
    return { title, answer, id };
  }

  /** Creates a mock service for as long as `use` takes. Skips when there is none to use. */
  async with<Result>(
    use: (own: Creation & { readonly id: string }) => Promise<Result>,
    inputOf: (title: string) => MockServiceInput = probe,
  ): Promise<Result> {
    if (this.#wasAsked && !this.#isGiven) throw noneToUse();
    const title = this.title();
    try {
      const creation = await this.create(inputOf(title), title);
      const { id } = creation;
      this.#context.throwIfAborted();
      if (id === undefined) throw noneToUse();
      return await use({ ...creation, id });
    } finally {
      await this.remove(title);
    }
  }

  /** Deletes the mock services of the run with a title, as far as their identifiers are known. */
  async remove(title: string): Promise<void> {
    for (const own of this.#present) {
      if (own.title === title && own.id !== null && (await this.#delete(own.id))) this.#present.delete(own);
    }
  }

  /** Deletes whatever has the run's tag in its title, and returns what could not be deleted. */
  async sweep(): Promise<readonly Leftover[]> {
    if (this.#count === 0) return [];
    for (const { title } of this.#present) await this.remove(title);
    for (const { id } of (await this.#tagged()) ?? []) await this.#delete(id);
    return (await this.#tagged()) ?? [...this.#present];
  }

  async #send(body: unknown, title: string): Promise<Answer> {
    try {
      return await this.#context.send('createMockService', { body, untilTheEnd: true });
    } catch (error) {
      // It may have been created all the same.
      if (error instanceof NoAnswer) this.#present.add({ title, id: null });
      throw error;
    }
  }

  async #idsBefore(): Promise<unknown[]> {
    const answer = await this.#context.read('listMockServices').catch(() => undefined);
    const list = answer && dataIn(answer);
    return Array.isArray(list) ? list.map((item) => recordOf(item)?.['id']) : [];
  }

  /** What the list still has of this run; `undefined` when there is no list to look at. */
  async #tagged(): Promise<{ id: string; title: string }[] | undefined> {
    const answer = await this.#context.send('listMockServices', { untilTheEnd: true }).catch(() => undefined);
    const list = answer && dataIn(answer);
    if (!Array.isArray(list)) return undefined;
    return list.flatMap((item) => {
      const { id, title } = recordOf(item) ?? {};
      const isOwn = typeof id === 'string' && typeof title === 'string' && title.includes(this.#tag);
      return isOwn ? [{ id, title }] : [];
    });
  }

  /** Whether it is gone as far as the status tells. */
  async #delete(mockServiceId: string): Promise<boolean> {
    try {
      const call = { params: { mockServiceId }, untilTheEnd: true };
      const { status } = await this.#context.send('deleteMockService', call);
      return (status >= 200 && status < 300) || status === 404 || status === 410;
    } catch {
      return false;
    }
  }
}

/** A service that gives no identifier is not asked again and again: who knows what it makes of it. */
function noneToUse(): Skip {
  return new Skip('no mock service could be created: see create-answer');
}

function idIn({ body }: Answer): string | undefined {
  const id = body.kind === 'json' ? recordOf(body.value)?.['id'] : undefined;
  // Dot segments and empty text make no path.
  return typeof id === 'string' && !/^\.{0,2}$/.test(id) ? id : undefined;
}
