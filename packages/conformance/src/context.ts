import { check, mockServiceInput, type MockServiceInput } from '@mock-services/sdk/contract';
import { isGone, listOf, recordOf, ServiceClient, type ServiceResponse } from './client.ts';
import { withIdentifiers } from './existing.ts';
import { expectSuccess, sameId } from './expect.ts';
import { Failure, NoResponse, NotDeleted, Refused, Skip, Unavailable } from './outcome.ts';
import { maxTries, pauseMs, scratchInput, stillListing } from './scratch.ts';
import { readOptions, type ConformanceOptions } from './settings.ts';

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
  #createSent = false;
  #identifierReceived = false;
  /** Titles of the run's mock services that may still exist, by identifier. */
  readonly #remaining = new Map<string, string>();
  /** Ids of the run's mock services whose delete the service accepted. */
  readonly #deleted = new Set<string>();
  /** Titles of mock services that may exist although no response contained their identifier. */
  readonly #pending = new Set<string>();
  /** Whether a create request may take effect after the run has stopped waiting for its response. */
  #isLate = false;

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
   * Creates the first mock service of the run before any other one. The case `create-answer` reports an error of the
   * create.
   * @internal
   * @throws {NotDeleted} if the service does not delete it.
   */
  async requireDeletes(): Promise<void> {
    await this.firstCreate().catch((error: unknown) => {
      if (error instanceof NotDeleted) throw error;
    });
  }

  /**
   * Creates the first mock service of the run and deletes it. All calls return the same response to the create. Some tokens
   * permit to create mock services, but not to delete them.
   * @internal
   * @throws {NotDeleted} if the service does not delete it.
   */
  firstCreate(): Promise<ServiceResponse> {
    return this.once('first create', async () => {
      this.requireWrites();
      const title = this.#newTitle();
      const { id, response } = await this.#create(scratchInput(title), title);
      if (id !== undefined) await this.#deleteFirst(id, title);
      return response;
    });
  }

  async #deleteFirst(id: string, title: string): Promise<void> {
    // A request without a response is repeated once.
    const status = (await this.#delete(id)) || (await this.#delete(id));
    const isAccepted = isSuccess(status);
    // Other cases report a list that cannot be read.
    const isThere = isAccepted
      ? await stillListing(this, id).catch(() => undefined)
      : await this.#exists(id, await this.#list().catch(() => undefined));
    if (!isThere) return void this.#remaining.delete(id);
    const answer = status === 0 ? 'no response' : `the status ${status}`;
    const rest = isAccepted ? ` and still lists it after ${(maxTries * pauseMs) / 1000} s` : '';
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
      if (!this.#identifierReceived) throw new Skip(cannotCreate);
      expectSuccess(response);
      throw new Failure(`${response.request}: expected an identifier, as in an earlier response`);
    });
  }

  /**
   * Sends a create request. Aborting the run does not interrupt it, because the clean-up needs the new identifier.
   * @internal
   * @param body - A value to send as JSON. A string is sent unchanged, and must be malformed JSON.
   */
  async create(body: unknown, title: string): Promise<Created> {
    await this.requireDeletes();
    return this.#create(body, title);
  }

  async #create(body: unknown, title: string): Promise<Created> {
    const older = await this.once('older', () => this.#list().catch(() => []));
    // The run may have been aborted while it read the list.
    this.throwIfAborted();
    this.throwIfUnresponsive();
    // Do not create more mock services if the run cannot delete them.
    if (this.#createSent && !this.#identifierReceived) throw new Skip(cannotCreate);
    const content = typeof body === 'string' ? { text: body } : { body };
    // A response to invalid input does not show whether other creates return an identifier.
    this.#createSent ||= check(mockServiceInput, body).length === 0;
    const response = await this.send('createMockService', { ...content, mustFinish: true }).catch(
      (error: unknown) => {
        // The service may have created the mock service, although it sent no response.
        // A gateway that responds with 504 may have passed the request on.
        const isUnknown = !(error instanceof Unavailable) || error.status === 504;
        if (error instanceof NoResponse && typeof body !== 'string' && isUnknown) {
          this.#pending.add(title);
          this.#isLate = true;
        }
        throw error;
      },
    );
    const value = response.body.kind === 'json' ? response.body.value : undefined;
    const [{ id } = {}] = withIdentifiers([value, recordOf(value)?.['data']]);
    if (older.some((item) => sameId(item.id, id))) {
      // The mock service existed before, so the run must not change or delete it.
      throw new Failure(
        `${response.request}: expected a new identifier, received the identifier of an existing mock service`,
      );
    }
    // A 303 response redirects to the created mock service. Any other status from 300 means that nothing was created.
    const isCreated = response.status < 300 || response.status === 303;
    if (id !== undefined) this.#remember(id, title);
    else if (isCreated) this.#pending.add(title);
    this.#identifierReceived ||= id !== undefined;
    return { id, response };
  }

  /** Deletes all remaining mock services of the run, and returns those that could not be deleted. */
  async cleanUp(): Promise<readonly Leftover[]> {
    if (this.#titles === 0) return [];
    const { timeout } = this.settings;
    await this.#deleteAll();
    // A create request without a response may take effect later, so wait and delete again.
    for (let waited = 0; this.#isLate && this.#pending.size > 0 && waited < timeout; waited += timeout / 10) {
      await this.sleep(timeout / 10, { mustFinish: true });
      await this.#deleteAll();
    }
    let listed = await this.#listOwn();
    for (let tries = 1; listed?.some(({ id }) => this.#wasDeleted(id)) && tries <= maxTries; tries += 1) {
      await this.sleep(pauseMs, { mustFinish: true });
      listed = await this.#listOwn();
    }
    const leftovers: Leftover[] = [...this.#pending].map((title) => ({ id: null, title }));
    for (const [id, title] of this.#remaining)
      if (await this.#exists(id, listed)) leftovers.push({ id, title });
    return leftovers;
  }

  /** @param listed - `undefined` if the list cannot be read. */
  async #exists(id: string, listed: readonly { readonly id: string }[] | undefined): Promise<boolean> {
    // The list may lack a mock service because of paging or a changed title, so request it by its id.
    if (listed?.some((one) => sameId(one.id, id))) return true;
    const status = await this.#statusOf('getMockService', id);
    return isSuccess(status) || (listed === undefined && !isGone(status));
  }

  async #deleteAll(): Promise<void> {
    await this.#listOwn();
    for (const id of this.#remaining.keys()) await this.#delete(id);
  }

  /** Lists the mock services of the run, and remembers their identifiers. */
  async #listOwn(): Promise<{ id: string; title: string }[] | undefined> {
    const items = await this.#list().catch(() => undefined);
    const own = items?.flatMap(({ id, fields: { title } }) =>
      typeof title === 'string' && title.includes(this.#tag) ? [{ id, title }] : [],
    );
    for (const { id, title } of own ?? []) {
      this.#remember(id, title);
      for (const one of this.#pending) if (title.includes(one)) this.#pending.delete(one);
    }
    return own;
  }

  async #list() {
    const response = await this.send('listMockServices', { mustFinish: true });
    const list = listOf(response);
    if (!list) throw new Failure(`${response.request}: expected a list`);
    return withIdentifiers(list);
  }

  #remember(id: string, title: string): void {
    const known = Array.from(this.#remaining.keys()).find((one) => sameId(one, id));
    this.#remaining.set(known ?? id, title);
  }

  /** Returns the status of the response. */
  async #delete(id: string): Promise<number> {
    const status = await this.#statusOf('deleteMockService', id);
    if (!isSuccess(status)) return status;
    this.#remaining.delete(id);
    this.#deleted.add(id);
    return status;
  }

  /** Whether the service accepted a delete. It may need a moment until the list shows this. */
  #wasDeleted(id: string): boolean {
    return [...this.#deleted].some((one) => sameId(one, id));
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

const cannotCreate = 'no response to a create contained an identifier: see create-answer';
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
