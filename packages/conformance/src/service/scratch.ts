/** The mock services that a run creates: recognised by their titles, and deleted at its end. */
import type { MockServiceInput } from '@mock-services/sdk/contract';
import { sameId } from '../expect.ts';
import { Failure, NoResponse, Skip } from '../outcome.ts';
import type { ServiceClient } from './client.ts';
import { withIdentifiers } from './existing.ts';
import { listOf, recordOf, type ServiceResponse } from './http.ts';

/** A mock service of the run that could not be deleted, or is not known to be. */
export interface Leftover {
  readonly title: string;
  /** `null` when its create was sent and its identifier never came back. */
  readonly id: string | null;
}

/** A response to a create, with the identifier in it. */
interface Creation {
  readonly title: string;
  readonly response: ServiceResponse;
  /** `undefined` when the response has none. */
  readonly id: string | undefined;
}

/** What a scratch mock service is created with: several members in every list, so that a lost one is noticed. */
export function scratchInput(title: string): MockServiceInput {
  return {
    type: 'REST',
    title,
    config: {
      cors: {
        allowedOrigins: ['one.conformance.example', 'two.conformance.example'],
        allowedMethods: ['GET', 'POST', 'DELETE', 'PUT'],
        allowedHeaders: ['x-conformance-request', 'content-type'],
      },
      defaultResponseHeaders: { 'x-conformance-yes': true, 'x-conformance-no': false },
      upstreams: [
        { name: 'first', url: 'https://first.conformance.example/base' },
        { name: 'second', url: 'https://second.conformance.example:8443' },
      ],
    },
  };
}

/** What it is updated with: other and fewer members everywhere, so that a merge is noticed. */
export function replacementInput(title: string): MockServiceInput {
  return {
    type: 'REST',
    title,
    config: {
      cors: {
        allowedOrigins: ['three.conformance.example'],
        allowedMethods: ['PUT', 'GET'],
        allowedHeaders: [],
      },
      defaultResponseHeaders: { 'x-conformance-other': true, 'x-conformance-yes': false },
      upstreams: [{ name: 'third', url: 'https://third.conformance.example' }],
    },
  };
}

/** Creates mock services and deletes them again. */
export class ScratchMockServices {
  readonly #client: ServiceClient;
  /** Part of every title, so that a mock service is found even if its identifier was lost. */
  readonly #tag = randomId().slice(-12);
  #titles = 0;
  #createSent = false;
  #identifierReceived = false;
  /** Those that were created and are not known to be deleted. */
  readonly #remaining = new Set<Leftover>();

  constructor(client: ServiceClient) {
    this.#client = client;
  }

  /** Calls `use` with a unique title, and afterwards deletes what was created with it. */
  async withTitle<Result>(use: (title: string) => Promise<Result>): Promise<Result> {
    this.#titles += 1;
    const title = `Conformance check ${this.#tag}-${this.#titles}`;
    try {
      return await use(title);
    } finally {
      await this.#deleteTitled(title);
    }
  }

  /** Creates a mock service for as long as `use` takes. Skips when that is not possible. */
  async with<Result>(
    use: (created: Creation & { readonly id: string }) => Promise<Result>,
    inputOf: (title: string) => MockServiceInput = scratchInput,
  ): Promise<Result> {
    const reason = 'no mock service could be created: see create-answer';
    // A service that returned no identifier is not asked again: its creates may have unknown effects.
    if (this.#createSent && !this.#identifierReceived) throw new Skip(reason);
    return this.withTitle(async (title) => {
      const creation = await this.create(inputOf(title), title);
      const { id } = creation;
      this.#client.throwIfAborted();
      if (id === undefined) throw new Skip(reason);
      return use({ ...creation, id });
    });
  }

  /** Sends a create. An abort does not interrupt it: clean-up needs its identifier. */
  async create(body: unknown, title: string): Promise<Creation> {
    this.#client.throwIfAborted();
    this.#client.throwIfUnresponsive();
    const existing = await this.#client.read('listMockServices').catch(() => undefined);
    this.#createSent = true;
    const response = await this.#sendCreate(body, title);
    const id = response.body.kind === 'json' ? withIdentifiers([response.body.value])[0]?.id : undefined;
    if (existing && withIdentifiers(listOf(existing) ?? []).some((item) => sameId(item.id, id))) {
      // Using it would change somebody else's mock service.
      throw new Failure(
        `${response.request}: expected a new identifier, received that of an older mock service`,
      );
    }
    // A 303 redirects to the created resource; any other status outside 2xx says that nothing was created.
    const isCreated = response.status < 300 || response.status === 303;
    if (id !== undefined || isCreated) this.#remaining.add({ title, id: id ?? null });
    this.#identifierReceived ||= id !== undefined;
    return { title, response, id };
  }

  /** Deletes every mock service with the run's tag in its title, and returns those that could not be deleted. */
  async deleteAll(): Promise<readonly Leftover[]> {
    if (this.#titles === 0) return [];
    for (const { title } of this.#remaining) await this.#deleteTitled(title);
    for (const { id } of (await this.#listTagged()) ?? []) await this.#delete(id);
    const listed = await this.#listTagged();
    if (listed === undefined) return [...this.#remaining];
    // The list may have pages, or other titles than were sent.
    const unlisted = [...this.#remaining].filter(({ id }) => !listed.some((one) => sameId(one.id, id)));
    const exist = await Promise.all(unlisted.map(async ({ id }) => id !== null && this.#exists(id)));
    return [...listed, ...unlisted.filter((_, index) => exist[index])];
  }

  async #sendCreate(body: unknown, title: string): Promise<ServiceResponse> {
    try {
      return await this.#client.send('createMockService', { body, mustFinish: true });
    } catch (error) {
      // It may have been created all the same.
      if (error instanceof NoResponse) this.#remaining.add({ title, id: null });
      throw error;
    }
  }

  async #deleteTitled(title: string): Promise<void> {
    for (const one of this.#remaining) {
      if (one.title === title && one.id !== null) await this.#delete(one.id);
    }
  }

  /** The mock services of this run that are still listed; `undefined` when the list cannot be read. */
  async #listTagged(): Promise<{ id: string; title: string }[] | undefined> {
    const response = await this.#client.send('listMockServices', { mustFinish: true }).catch(() => undefined);
    const items = response && listOf(response);
    return items?.flatMap((item) => {
      const { id, title } = recordOf(item) ?? {};
      const isTagged = typeof id === 'string' && typeof title === 'string' && title.includes(this.#tag);
      return isTagged ? [{ id, title }] : [];
    });
  }

  async #delete(mockServiceId: string): Promise<void> {
    const status = await this.#statusOf('deleteMockService', mockServiceId);
    if (!isSuccess(status) && status !== 404 && status !== 410) return;
    for (const one of this.#remaining) if (sameId(one.id, mockServiceId)) this.#remaining.delete(one);
  }

  /** Judging by a success alone: the status of what there is not is open. */
  async #exists(mockServiceId: string): Promise<boolean> {
    return isSuccess(await this.#statusOf('getMockService', mockServiceId));
  }

  /** The status of a response; 0 for none. */
  async #statusOf(operation: 'getMockService' | 'deleteMockService', mockServiceId: string): Promise<number> {
    const options = { params: { mockServiceId }, mustFinish: true };
    return this.#client.send(operation, options).then(
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
