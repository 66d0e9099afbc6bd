/**
 * `@mock-services/fake-server/workers`: fake servers by name on Cloudflare Workers, each kept in a Durable Object.
 *
 * @module @mock-services/fake-server/workers
 * @packageDocumentation
 */
export { createWorker, type WorkerParts, type WorldObject } from './create-worker.ts';
export type { WorkerOptions } from './options.ts';
export type { ObjectContext, ObjectStorage } from './platform.ts';
