/** The state that the cases of a run share. It creates mock services for the cases, and deletes them again. */
import type { MockServiceInput } from '@mock-services/sdk/contract';
import { listOf, recordOf, ServiceClient, type ServiceResponse } from './client.ts';
import { withIdentifiers } from './existing.ts';
import { sameId } from './expect.ts';
import { Failure, NoResponse, Skip } from './outcome.ts';
import { scratchInput } from './scratch.ts';
import { readOptions, type ConformanceOptions } from './settings.ts';

/** A mock service of the run that was not deleted, or may exist. */
export interface Leftover {
  readonly title: string;
  /** `null` if the run never received the identifier. */
  readonly id: string | null;
}

/** A mock service of the run. */
export interface Scratch {
  readonly id: string;
  readonly title: string;
  /** The response to the create. */
  readonly response: ServiceResponse;
}

/**
 * The state that the cases of a run share. `createContext` creates one for running cases individually, for instance as
 * tests of a test runner.
 */
export class ConformanceContext extends ServiceClient {
  /** Part of every title, by which a mock service is found if its identifier was lost. */
  readonly #tag = randomId().slice(-12);
  #titles = 0;
  #createSent = false;
  #identifierReceived = false;
  /** The mock services that were created and may still exist. */
  readonly #remaining = new Set<Leftover>();

  /** Skips unless writes are allowed. @internal */
  requireWrites(): void {
    if (!this.settings.allowWrites) throw new Skip('needs permission to write (allowWrites, --allow-writes)');
  }

  /** The workspace whose log may be cleared. Skips without one. @internal */
  clearableWorkspace(): string {
    const { allowClear } = this.settings;
    if (allowClear !== undefined) return allowClear;
    throw new Skip('needs a workspace whose log may be cleared (allowClear, --allow-clear)');
  }

  /** Calls `use` with a unique title, and afterwards deletes the mock services created with it. @internal */
  async withTitle<Result>(use: (title: string) => Promise<Result>): Promise<Result> {
    this.#titles += 1;
    const title = `Conformance check ${this.#tag}-${this.#titles}`;
    try {
      return await use(title);
    } finally {
      for (const one of this.#remaining) if (one.title === title) await this.#delete(one.id);
    }
  }

  /** Creates a mock service, and deletes it after `use`. Skips if none can be created. @internal */
  async withScratch<Result>(
    use: (scratch: Scratch) => Promise<Result>,
    inputOf: (title: string) => MockServiceInput = scratchInput,
  ): Promise<Result> {
    const reason = 'no mock service could be created: see create-answer';
    // If a create returned no identifier, no further create is sent, because its effect would be unknown.
    if (this.#createSent && !this.#identifierReceived) throw new Skip(reason);
    return this.withTitle(async (title) => {
      const { id, response } = await this.create(inputOf(title), title);
      this.throwIfAborted();
      if (id === undefined) throw new Skip(reason);
      return use({ id, title, response });
    });
  }

  /** Sends a create. An abort does not interrupt it, because clean-up needs the identifier. @internal */
  async create(
    body: unknown,
    title: string,
  ): Promise<{ readonly id: string | undefined; readonly response: ServiceResponse }> {
    this.throwIfAborted();
    this.throwIfUnresponsive();
    const older = await this.read('listMockServices').then(listOf, () => undefined);
    this.#createSent = true;
    const response = await this.send('createMockService', { body, mustFinish: true }).catch(
      (error: unknown) => {
        // The service may have created it without responding.
        if (error instanceof NoResponse) this.#remaining.add({ title, id: null });
        throw error;
      },
    );
    const id = response.body.kind === 'json' ? withIdentifiers([response.body.value])[0]?.id : undefined;
    if (withIdentifiers(older ?? []).some((item) => sameId(item.id, id))) {
      // The run must not change or delete this mock service.
      throw new Failure(
        `${response.request}: expected a new identifier, received that of an older mock service`,
      );
    }
    // A 303 redirects to the created resource; other statuses from 300 on mean that none was created.
    const isCreated = response.status < 300 || response.status === 303;
    if (id !== undefined || isCreated) this.#remaining.add({ title, id: id ?? null });
    this.#identifierReceived ||= id !== undefined;
    return { id, response };
  }

  /** Deletes the remaining mock services of the run, and returns those that could not be deleted. */
  async cleanUp(): Promise<readonly Leftover[]> {
    if (this.#titles === 0) return [];
    for (const { id } of this.#remaining) await this.#delete(id);
    for (const { id } of (await this.#listTagged()) ?? []) await this.#delete(id);
    const listed = await this.#listTagged();
    if (listed === undefined) return [...this.#remaining];
    // The list may have pages, or titles other than those sent.
    const unlisted = [...this.#remaining].filter(({ id }) => !listed.some((one) => sameId(one.id, id)));
    const exist = await Promise.all(
      unlisted.map(async ({ id }) => id !== null && isSuccess(await this.#statusOf('getMockService', id))),
    );
    return [...listed, ...unlisted.filter((_, index) => exist[index])];
  }

  /** The listed mock services with the run's tag in their titles; `undefined` if the list cannot be read. */
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

  /** The status of a response; 0 if there was none. */
  #statusOf(operation: 'getMockService' | 'deleteMockService', mockServiceId: string): Promise<number> {
    return this.send(operation, { params: { mockServiceId }, mustFinish: true }).then(
      ({ status }) => status,
      () => 0,
    );
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** A version 4 UUID. `crypto.randomUUID` needs a secure context, and the suite runs on any page. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/**
 * Creates a context for running cases one by one. Call `cleanUp` at the end. `runConformance` creates its own context.
 *
 * @throws {TypeError} for invalid options.
 */
export function createContext(options: ConformanceOptions): ConformanceContext {
  return new ConformanceContext(readOptions(options));
}
