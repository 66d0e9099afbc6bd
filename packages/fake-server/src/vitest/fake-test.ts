import { createClient, type Client, type ClientOptions } from '@mock-services/sdk';
import { test, type TestAPI } from 'vitest';
import { createFakeServer, type FakeServer, type FakeServerOptions } from '../core/index.ts';
import { installMatchers } from './install.ts';

/** Options of `fakeTest`: those of `createFakeServer`, and those of the tests. */
export interface FakeTestOptions extends FakeServerOptions {
  /**
   * Whether a test fails, at its end, when it sent requests that break the contract, or when a fault did not strike
   * as often as it was to: `fake.journal.assertClean()`.
   *
   * @default false
   */
  readonly assertClean?: boolean | undefined;
  /** Options of the client, but for those that the fake server takes the place of. */
  readonly client?: Omit<ClientOptions, 'baseUrl' | 'fetch'> | undefined;
}

/** What a test gets. A test that does not name one of them does not pay for it. */
export interface FakeFixtures {
  /** What the fake server and the client are made with. `test.extend({ fakeOptions })` replaces it. */
  readonly fakeOptions: FakeTestOptions;
  /** A fake server of this test alone. */
  readonly fake: FakeServer;
  /** A client of `fake`, without a network between them. */
  readonly client: Client;
}

/**
 * Makes a `test` whose tests each get a fake server of their own, and a client of it. However many of them run
 * at a time, none sees what another does. Adds the matchers of this entry point to `expect`.
 *
 * @param options - What every test's fake server and client are made with.
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
      const fake = createFakeServer(fakeOptions);
      await use(fake);
      if (fakeOptions.assertClean === true) fake.journal.assertClean();
    },
    client: async ({ fake, fakeOptions }, use) => {
      await use(createClient({ ...fakeOptions.client, baseUrl: fake.baseUrl, fetch: fake.fetch }));
    },
  });
}
