import type { MockServiceInput } from '@mock-services/sdk/contract';
import { ServiceClient } from './client.ts';
import { withIdentifiers } from './existing.ts';
import { expectSuccess, sameId } from './expect.ts';
import { Failure, NotDeleted, Refused, Skip, Unavailable } from './outcome.ts';
import { maxTries, pauseMs, scratchInput, stillListing } from './scratch.ts';
import { readOptions, type ConformanceOptions } from './settings.ts';
import { isGone, listOf, recordOf, type ServiceResponse } from './response.ts';

/** A mock service of the run that may still exist. */
export interface Leftover {
  readonly title: string;
  /** Id of the mock service, or `null` if no response contained the id. */
  readonly id: string | null;
}

export interface Scratch {
  readonly id: string;
  readonly title: string;
  /** Response to the create request. */
  readonly response: ServiceResponse;
}

interface Created {
  readonly id: string | undefined;
  readonly response: ServiceResponse;
}

/** State that the cases of a run share. To run cases one by one, for example in a test runner, call `createContext`. */
export class ConformanceContext extends ServiceClient {
  /** Random part of all titles, by which the run finds its mock services even if a response with an id was lost. */
  readonly #tag = randomId().slice(-12);
  #titles = 0;
  /** Mock services that may still exist: the keys are ids, and the values are titles. */
  readonly #remaining = new Map<string, string>();
  /** Ids, in lower case, of the mock services that the run has deleted. */
  readonly #deleted = new Set<string>();
  /** Titles of mock services that may exist although no response contained their ids. */
  readonly #pending = new Set<string>();

  /** @internal */
  requireWrites(): void {
    if (!this.settings.allowWrites) throw new Skip('needs permission to write (allowWrites, --allow-writes)');
  }

  /** Throws a `Skip` unless clearing a log is allowed. @internal */
  clearableWorkspace(): string {
    const { allowClear } = this.settings;
    if (allowClear !== undefined) return allowClear;
    throw new Skip('needs a workspace whose log may be cleared (allowClear, --allow-clear)');
  }

  /** Calls `use` with a unique title, and afterwards deletes the mock services with this title. @internal */
  async withTitle<Result>(use: (title: string) => Promise<Result>): Promise<Result> {
    const title = this.#newTitle();
    try {
      return await use(title);
    } finally {
      for (const [id, own] of this.#remaining) if (own === title) await this.#delete(id);
    }
  }

  #newTitle(): string {
    this.#titles += 1;
    // Numbers have a fixed length, so that no title is the beginning of another title.
    return `Conformance check ${this.#tag}-${String(this.#titles).padStart(4, '0')}`;
  }

  /**
   * Creates and deletes one mock service, because some tokens permit only creating. Later calls return the first
   * result.
   * @internal
   * @throws {NotDeleted} if the service does not delete the mock service.
   */
  firstCreate(): Promise<Created> {
    return this.once('first create', async () => {
      this.requireWrites();
      const title = this.#newTitle();
      const created = await this.#create(scratchInput(title), title);
      if (created.id !== undefined) await this.#deleteFirst(created.id, title);
      return created;
    });
  }

  async #deleteFirst(id: string, title: string): Promise<void> {
    // Repeat the DELETE once if no response arrives.
    const status = (await this.#delete(id)) || (await this.#delete(id));
    // Ignore an unreadable list, because other cases report this error.
    const isThere = isSuccess(status)
      ? await stillListing(this, id).catch(() => undefined)
      : await this.#mayExist(id);
    if (!isThere) return void this.#remaining.delete(id);
    this.#remaining.set(id, title);
    const answer = status === 0 ? 'no response' : `the status ${status}`;
    const rest = isSuccess(status) ? ` and still lists it after ${(maxTries * pauseMs) / 1000} s` : '';
    throw new NotDeleted(
      `The service did not delete the mock service ${id} "${title}" (its DELETE got ${answer}${rest}), so the run stopped before it left more behind.`,
    );
  }

  /**
   * Creates a mock service for the duration of `use`. Throws a `Skip` if no mock service can be created.
   * @internal
   */
  async withScratch<Result>(
    use: (scratch: Scratch) => Promise<Result>,
    inputOf: (title: string) => MockServiceInput = scratchInput,
  ): Promise<Result> {
    return this.withTitle(async (title) => {
      const { id, response } = await this.create(inputOf(title), title);
      this.throwIfAborted();
      if (id !== undefined) return use({ id, title, response });
      expectSuccess(response);
      throw new Failure(`${response.request}: expected an identifier, as in an earlier response`);
    });
  }

  /**
   * Aborting the run does not interrupt a create request, because the clean-up needs the id of the new mock service.
   * @internal
   * @param body - A value to send as JSON. A string is sent unchanged, and must not be valid JSON.
   */
  async create(body: unknown, title: string): Promise<Created> {
    const first = await this.firstCreate().catch((error: unknown) => {
      // Ignore other errors, because the case `create-answer` reports them.
      if (error instanceof Skip || error instanceof NotDeleted) throw error;
    });
    if (first?.id !== undefined) return this.#create(body, title);
    throw new Skip('no response to a create contained an identifier: see create-answer');
  }

  async #create(body: unknown, title: string): Promise<Created> {
    const older = await this.once('older', () => this.#list()).catch((error: unknown) => {
      if (error instanceof Skip) throw error;
      throw new Skip('the list cannot be read, so the run cannot tell its mock services from others');
    });
    // Check again, because the run may have been aborted while reading the list.
    this.throwIfAborted();
    this.throwIfUnresponsive();
    const content = typeof body === 'string' ? { text: body } : { body };
    // The service may create the mock service even if the response is lost, so record the title before the request.
    this.#pending.add(title);
    const response = await this.send('createMockService', { ...content, mustFinish: true }).catch(
      (error: unknown) => {
        if (error instanceof Refused || typeof body === 'string') this.#pending.delete(title);
        throw error;
      },
    );
    const value = response.body.kind === 'json' ? response.body.value : undefined;
    const [{ id } = {}] = withIdentifiers([value, recordOf(value)?.['data']]);
    // A 303 response redirects to a created mock service. Any other status from 300 means that nothing was created.
    if (id !== undefined || (response.status >= 300 && response.status !== 303)) this.#pending.delete(title);
    if (older.some((item) => sameId(item.id, id))) {
      // The id belongs to a mock service that existed before the run, so the run must not change or delete it.
      throw new Failure(
        `${response.request}: expected a new identifier, received the identifier of an existing mock service`,
      );
    }
    if (id !== undefined) this.#remaining.set(id, title);
    return { id, response };
  }

  /** Deletes all remaining mock services of the run, and returns those that may still exist. */
  async cleanUp(): Promise<readonly Leftover[]> {
    if (this.#titles === 0) return [];
    await this.#deleteAll();
    if (this.#pending.size > 0) {
      // Wait, because the service may still process a create request whose response was lost.
      const delay = Math.max(0, Math.min(this.settings.timeout, this.remaining(true) / 2));
      await new Promise((resolve) => setTimeout(resolve, delay));
      await this.#deleteAll();
    }
    const leftovers: Leftover[] = [...this.#pending].map((title) => ({ id: null, title }));
    for (const [id, title] of this.#remaining) if (await this.#mayExist(id)) leftovers.push({ id, title });
    return leftovers;
  }

  async #mayExist(id: string): Promise<boolean> {
    const status = await this.#statusOf('getMockService', id);
    if (isSuccess(status) || isGone(status)) return isSuccess(status);
    // Read the list, because other statuses do not show whether the mock service exists.
    const items = await this.#list().catch(() => undefined);
    return items === undefined || items.some((item) => sameId(item.id, id));
  }

  async #deleteAll(): Promise<void> {
    for (const { id, fields } of await this.#list().catch(() => [])) {
      const title = String(fields['title']);
      if (!title.includes(this.#tag) || this.#deleted.has(id.toLowerCase())) continue;
      for (const one of this.#pending) if (title.includes(one)) this.#pending.delete(one);
      const known = [...this.#remaining.keys()].find((one) => sameId(one, id));
      this.#remaining.set(known ?? id, title);
    }
    for (const id of this.#remaining.keys()) await this.#delete(id);
  }

  async #list() {
    const response = await this.send('listMockServices', { mustFinish: true });
    const list = listOf(response);
    if (!list) throw new Failure(`${response.request}: expected a list`);
    return withIdentifiers(list);
  }

  async #delete(id: string): Promise<number> {
    const status = await this.#statusOf('deleteMockService', id);
    if (!isSuccess(status)) return status;
    this.#remaining.delete(id);
    this.#deleted.add(id.toLowerCase());
    return status;
  }

  /** Returns the response status, or 0 if no response arrives. */
  #statusOf(operation: 'getMockService' | 'deleteMockService', mockServiceId: string): Promise<number> {
    return this.send(operation, { params: { mockServiceId }, mustFinish: true }).then(
      ({ status }) => status,
      (error: unknown) =>
        error instanceof Refused || error instanceof Unavailable ? (error.status ?? 0) : 0,
    );
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Replaces `crypto.randomUUID`, which browsers provide only in secure contexts. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/**
 * Creates a context for running cases one by one. After the last case, call `cleanUp` to delete the remaining mock
 * services. `runConformance` creates its own context.
 * @throws {TypeError} if an option is invalid.
 */
export function createContext(options: ConformanceOptions): ConformanceContext {
  return new ConformanceContext(readOptions(options));
}
