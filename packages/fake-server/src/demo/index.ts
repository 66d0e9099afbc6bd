/**
 * Sample data for a fake server: mock services, workspaces and recorded exchanges of a fictional shop.
 *
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server/core';
 * import { demoSeed } from '@mock-services/fake-server/demo';
 *
 * const fake = createFakeServer({ seed: demoSeed() });
 * ```
 *
 * @module @mock-services/fake-server/demo
 * @packageDocumentation
 */
export { demoSeed, type DemoSeedOptions } from './demo-seed.ts';
