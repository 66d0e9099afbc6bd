import { createClient, type Client, type ClientOptions } from '@mock-services/sdk';
import { test, type TestAPI } from 'vitest';
import {
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
  type ProblemDetails,
} from '../core/index.ts';
import { installMatchers } from './install-matchers.ts';

/** Options of `fakeTest`: those of `createFakeServer`, and more for the tests. */
export interface FakeTestOptions extends FakeServerOptions {
  /**
   * Whether each test ends with `fake.journal.assertClean()`, which fails if requests broke the contract or a fault did
   * not occur as often as it should.
   *
   * @default false
   */
  readonly assertClean?: boolean | undefined;
  /** Options of the client, except those that the fake server determines. */
  readonly client?: Omit<ClientOptions, 'baseUrl' | 'fetch'> | undefined;
}

/** The fixtures of a test. Vitest creates only those that the test names. */
export interface FakeFixtures {
  /** Options of the fake server and the client. `test.extend({ fakeOptions })` replaces them. */
  readonly fakeOptions: FakeTestOptions;
  /** A fake server for this test alone. */
  readonly fake: FakeServer;
  /** A client of `fake` that calls it without a network. A test that fails with its `ApiError` shows what the fake said. */
  readonly client: Client;
}

/**
 * Creates a `test` function that gives each test a fake server of its own and a client for it. Tests stay isolated even
 * when they run concurrently. Adds the matchers of this entry point to `expect`.
 *
 * @param options - Options of every test's fake server and client.
 * @returns Vitest's `test` with the fixtures `fake`, `client` and `fakeOptions`.
 * @example
 * ```ts
 * import { fakeTest } from '@mock-services/fake-server/vitest';
 * import { describe, expect } from 'vitest';
 *
 * const test = fakeTest({ clock: '2026-03-01T12:00:00Z' });
 *
 * test('a mock service can be deleted', async ({ fake, client }) => {
 *   const { id } = fake.mockServices.add({ title: 'Orders' });
 *   await client.mockServices.delete(id);
 *   expect(fake.mockServices.list().map((service) => service.id)).not.toContain(id);
 * });
 *
 * describe('in an empty world', () => {
 *   const emptyTest = test.extend({ fakeOptions: { seed: {} } });
 *
 *   emptyTest('there are no workspaces', async ({ client }) => {
 *     expect(await client.workspaces.list()).toEqual([]);
 *   });
 * });
 * ```
 */
export function fakeTest(options: FakeTestOptions = {}): TestAPI<FakeFixtures> {
  installMatchers();
  return test.extend<FakeFixtures>({
    fakeOptions: options,
    fake: async ({ fakeOptions }, use) => {
      const { assertClean = false, client: _, ...ofFake } = fakeOptions;
      const fake = createFakeServer(ofFake);
      await use(fake);
      if (assertClean) fake.journal.assertClean();
    },
    client: async ({ fake, fakeOptions, onTestFailed }, use) => {
      onTestFailed(({ task }) => addServiceWords(task.result?.errors ?? []));
      await use(createClient({ ...fakeOptions.client, baseUrl: fake.baseUrl, fetch: fake.fetch }));
    },
  });
}

/** How many characters of a body are shown. */
const longest = 1000;

/** An error of a test, as vitest reports it: plain data. */
interface ReportedError {
  readonly name?: string;
  message: string;
  readonly body?: unknown;
}

/**
 * Adds what the service said to the messages of a test's errors. Those of the SDK quote nothing that they received, but what
 * a fake server says is no secret.
 */
function addServiceWords(errors: readonly ReportedError[]): void {
  for (const error of errors) {
    if (error.name !== 'ApiError' || error.body === undefined) continue;
    error.message += `\nThe service said: ${wordsOf(error.body).slice(0, longest)}`;
  }
}

function wordsOf(body: unknown): string {
  if (!isProblem(body)) return typeof body === 'string' ? body : JSON.stringify(body);
  const errors = (body.errors ?? []).map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`);
  return body.detail + errors.join('');
}

function isProblem(body: unknown): body is Pick<ProblemDetails, 'detail' | 'errors'> {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
}
