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
  /** `null` if the run never received the id. */
  readonly id: string | null;
}

/** A mock service that the run created for a case. */
export interface Scratch {
  readonly id: string;
  readonly title: string;
  /** The response to the create request. */
  readonly response: ServiceResponse;
}

interface Created {
  readonly id: string | undefined;
  readonly response: ServiceResponse;
}

/**
 * The state that the cases of a run share. To run cases one by one, for example as tests of a test runner, create a
 * context with `createContext`.
 */
export class ConformanceContext extends ServiceClient {
  /**
   * Random part of the titles of the run's mock services. It lets the run find mock services whose identifiers it never
   * received.
   */
  readonly #tag = randomId().slice(-12);
  #titles = 0;
  /** Titles of the run's mock services that may still exist, by identifier. */
  readonly #remaining = new Map<string, string>();
  /** Identifiers in lower case of the run's mock services whose delete the service accepted. */
  readonly #deleted = new Set<string>();
  /** Titles of mock services that may exist although no response contained their identifier. */
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

  /** Calls `use` with a unique title, and then deletes the mock services with this title. @internal */
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
    // The padding ensures that no title contains another title.
    return `Conformance check ${this.#tag}-${String(this.#titles).padStart(4, '0')}`;
  }

  /**
   * Creates the first mock service of the run and deletes it. All calls return the same response to the create. Some tokens
   * permit to create mock services, but not to delete them.
   * @internal
   * @throws {NotDeleted} if the service does not delete it.
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
    // A request without a response is repeated once.
    const status = (await this.#delete(id)) || (await this.#delete(id));
    // Other cases report a list that cannot be read.
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
   * Creates a mock service, and deletes it after `use`. Throws a `Skip` if it cannot be created.
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
   * Sends a create request, unless the run could not delete what it creates. Aborting the run does not interrupt it,
   * because the clean-up needs the new identifier.
   * @internal
   * @param body - A value to send as JSON. A string is sent unchanged, and must be malformed JSON.
   */
  async create(body: unknown, title: string): Promise<Created> {
    const first = await this.firstCreate().catch((error: unknown) => {
      // The case `create-answer` reports other errors.
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
    // The run may have been aborted while it read the list.
    this.throwIfAborted();
    this.throwIfUnresponsive();
    const content = typeof body === 'string' ? { text: body } : { body };
    // Without a response, the service may have created the mock service.
    this.#pending.add(title);
    const response = await this.send('createMockService', { ...content, mustFinish: true }).catch(
      (error: unknown) => {
        if (error instanceof Refused || typeof body === 'string') this.#pending.delete(title);
        throw error;
      },
    );
    const value = response.body.kind === 'json' ? response.body.value : undefined;
    const [{ id } = {}] = withIdentifiers([value, recordOf(value)?.['data']]);
    // A 303 response redirects to the created mock service. Any other status from 300 means that nothing was created.
    if (id !== undefined || (response.status >= 300 && response.status !== 303)) this.#pending.delete(title);
    if (older.some((item) => sameId(item.id, id))) {
      // The mock service existed before, so the run must not change or delete it.
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
      // A create request without a response may take effect later.
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
    // Other statuses do not say whether the mock service exists.
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

  /** Returns 0 if no response arrives. */
  #statusOf(operation: 'getMockService' | 'deleteMockService', mockServiceId: string): Promise<number> {
    return this.send(operation, { params: { mockServiceId }, mustFinish: true }).then(
      ({ status }) => status,
      (error: unknown) =>
        error instanceof Refused || error instanceof Unavailable ? (error.status ?? 0) : 0,
    );
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Creates a version 4 UUID without `crypto.randomUUID`, which insecure contexts do not have. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/**
 * Creates a context for running cases one by one. Afterwards, call its `cleanUp` to delete the remaining mock
 * services. `runConformance` creates its own context.
 * @throws {TypeError} if an option is invalid.
 */
export function createContext(options: ConformanceOptions): ConformanceContext {
  return new ConformanceContext(readOptions(options));
}
