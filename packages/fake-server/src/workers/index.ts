/**
 * Serves named fake servers on Cloudflare Workers, and stores each fake server in a Durable Object. A whole company can
 * share one deployment, protected by a token.
 *
 * @example
 * ```ts
 * import { createWorker } from '@mock-services/fake-server/workers';
 *
 * const { worker, World } = createWorker((env: { readonly TOKEN: string }) => ({ requiredToken: env.TOKEN }));
 * export default worker;
 * export { World };
 * ```
 *
 * @module @mock-services/fake-server/workers
 * @packageDocumentation
 */
export { createWorker, type ObjectContext, type WorkerParts, type WorldObject } from './worker.ts';
export type { CreateWorkerOptions } from './options.ts';
export type { ObjectStorage } from './object-storage.ts';
