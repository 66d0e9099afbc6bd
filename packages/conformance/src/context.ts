/**
 * Shares state between the cases of a run. Creates mock services for the cases, and deletes these mock services at
 * the end.
 */
import type { MockServiceInput } from '@mock-services/sdk/contract';
import { listOf, recordOf, ServiceClient, type ServiceResponse } from './client.ts';
import { withIdentifiers } from './existing.ts';
import { sameId } from './expect.ts';
import { Failure, NoResponse, Skip } from './outcome.ts';
import { scratchInput } from './scratch.ts';
import { readOptions, type ConformanceOptions } from './settings.ts';

/** A mock service of the run that could not be deleted, or that may still exist. */
export interface Leftover {
  readonly title: string;
  /** Id of the mock service, or `null` if the run never received the id. */
  readonly id: string | null;
}

/** A mock service that the run created for a case. */
export interface Scratch {
  readonly id: string;
  readonly title: string;
  /** The response to the create request. */
  readonly response: ServiceResponse;
}

/**
 * Shared state of the cases of a run. To run cases individually, for example in the tests of a test runner, create a
 * context with `createContext`.
 */
export class ConformanceContext extends ServiceClient {
  /**
   * Random string in the title of every mock service that the run creates. With the random string, the run recognizes
   * its mock services even if their identifiers are unknown.
   */
  readonly #tag = randomId().slice(-12);
  #titles = 0;
  #createSent = false;
  #identifierReceived = false;
  /** Mock services that the run created and that may still exist. */
  readonly #remaining = new Set<Leftover>();

  /** Throws a `Skip` unless writes are allowed. @internal */
  requireWrites(): void {
    if (!this.settings.allowWrites) throw new Skip('needs permission to write (allowWrites, --allow-writes)');
  }

  /** Returns the workspace whose log may be cleared. Throws a `Skip` if no log may be cleared. @internal */
  clearableWorkspace(): string {
    const { allowClear } = this.settings;
    if (allowClear !== undefined) return allowClear;
    throw new Skip('needs a workspace whose log may be cleared (allowClear, --allow-clear)');
  }

  /** Calls `use` with a unique title, and then deletes the mock services with this title. @internal */
  async withTitle<Result>(use: (title: string) => Promise<Result>): Promise<Result> {
    this.#titles += 1;
    const title = `Conformance check ${this.#tag}-${this.#titles}`;
    try {
      return await use(title);
    } finally {
      for (const one of this.#remaining) if (one.title === title) await this.#delete(one.id);
    }
  }

  /**
   * Creates a mock service, and deletes it after `use`. Throws a `Skip` if the mock service cannot be created.
   * @internal
   */
  async withScratch<Result>(
    use: (scratch: Scratch) => Promise<Result>,
    inputOf: (title: string) => MockServiceInput = scratchInput,
  ): Promise<Result> {
    const reason = 'no mock service could be created: see create-answer';
    // If no create response contained an identifier, send no more create requests, because the run could not delete the
    // created mock services.
    if (this.#createSent && !this.#identifierReceived) throw new Skip(reason);
    return this.withTitle(async (title) => {
      const { id, response } = await this.create(inputOf(title), title);
      this.throwIfAborted();
      if (id === undefined) throw new Skip(reason);
      return use({ id, title, response });
    });
  }

  /**
   * Sends a create request. Aborting the run does not interrupt the request, because the clean-up needs the
   * identifier. @internal
   */
  async create(
    body: unknown,
    title: string,
  ): Promise<{ readonly id: string | undefined; readonly response: ServiceResponse }> {
    this.throwIfAborted();
    this.throwIfUnresponsive();
    const older = await this.read('listMockServices').then(listOf, () => undefined);
    this.#createSent = true;
    const content = typeof body === 'string' ? { text: body } : { body };
    const response = await this.send('createMockService', { ...content, mustFinish: true }).catch(
      (error: unknown) => {
        // The service may have created the mock service without sending a response.
        if (error instanceof NoResponse) this.#remaining.add({ title, id: null });
        throw error;
      },
    );
    const id = response.body.kind === 'json' ? withIdentifiers([response.body.value])[0]?.id : undefined;
    if (withIdentifiers(older ?? []).some((item) => sameId(item.id, id))) {
      // The mock service existed before, so the run must not change or delete it.
      throw new Failure(
        `${response.request}: expected a new identifier, received the identifier of an existing mock service`,
      );
    }
    // A 303 response redirects to the created mock service. Any other response with a status of 300 or above means that
    // the service created nothing.
    const isCreated = response.status < 300 || response.status === 303;
    if (id !== undefined || isCreated) this.#remaining.add({ title, id: id ?? null });
    this.#identifierReceived ||= id !== undefined;
    return { id, response };
  }

  /** Deletes all remaining mock services of the run. Returns the mock services that could not be deleted. */
  async cleanUp(): Promise<readonly Leftover[]> {
    if (this.#titles === 0) return [];
    for (const { id } of this.#remaining) await this.#delete(id);
    for (const { id } of (await this.#listTagged()) ?? []) await this.#delete(id);
    const listed = await this.#listTagged();
    if (listed === undefined) return [...this.#remaining];
    // A remaining mock service may be missing from the list, because the list has several pages or the service changed
    // the title.
    const unlisted = [...this.#remaining].filter(({ id }) => !listed.some((one) => sameId(one.id, id)));
    const exist = await Promise.all(
      unlisted.map(async ({ id }) => id !== null && isSuccess(await this.#statusOf('getMockService', id))),
    );
    return [...listed, ...unlisted.filter((_, index) => exist[index])];
  }

  /**
   * Returns the listed mock services whose titles contain the tag of the run. Returns `undefined` if the list cannot
   * be read.
   */
  async #listTagged(): Promise<{ id: string; title: string }[] | undefined> {
    const items = await this.send('listMockServices', { mustFinish: true }).then(listOf, () => undefined);
    return items?.flatMap((item) => {
      const { id, title } = recordOf(item) ?? {};
      const isTagged = typeof id === 'string' && typeof title === 'string' && title.includes(this.#tag);
      return isTagged ? [{ id, title }] : [];
    });
  }

  async #delete(id: string | null): Promise<void> {
    if (id === null) return;
    const status = await this.#statusOf('deleteMockService', id);
    if (!isSuccess(status) && status !== 404 && status !== 410) return;
    for (const one of this.#remaining) if (sameId(one.id, id)) this.#remaining.delete(one);
  }

  /** Sends a request and returns the status of the response. Returns 0 if no response arrives. */
  #statusOf(operation: 'getMockService' | 'deleteMockService', mockServiceId: string): Promise<number> {
    return this.send(operation, { params: { mockServiceId }, mustFinish: true }).then(
      ({ status }) => status,
      () => 0,
    );
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Creates a version 4 UUID. Does not call `crypto.randomUUID`, because insecure contexts do not have this function.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/**
 * Creates a context for running cases individually. After running the cases, call `cleanUp` on the context to delete
 * the remaining mock services. `runConformance` creates its own context.
 *
 * @throws {TypeError} if an option is invalid.
 */
export function createContext(options: ConformanceOptions): ConformanceContext {
  return new ConformanceContext(readOptions(options));
}
