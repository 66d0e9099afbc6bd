/**
 * A fake server for the mock service configuration and workspace activity interface, with its state in memory. This
 * entry point adds MSW handlers (`fake.handlers`) to the entry point `core`, so it imports msw.
 *
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server';
 * import { createClient } from '@mock-services/sdk';
 * import { setupServer } from 'msw/node';
 *
 * const fake = createFakeServer({ baseUrl: 'https://mocks.example.com/api' });
 * setupServer(...fake.handlers).listen();
 * await createClient({ baseUrl: fake.baseUrl }).workspaces.list();
 * ```
 *
 * @module @mock-services/fake-server
 * @packageDocumentation
 */
export * from './core/index.ts';
export { createFakeServer, createWorlds, type FakeServer, type Worlds } from './msw/fake-server.ts';
