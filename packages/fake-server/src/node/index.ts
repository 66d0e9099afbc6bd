/**
 * Serves a fake server on a port for programs in any language, and stores worlds in a file. From the command line, use
 * `npx @mock-services/fake-server`.
 *
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server/core';
 * import { serve } from '@mock-services/fake-server/node';
 *
 * const running = await serve(createFakeServer(), { port: 4600 });
 * console.log(running.url);
 * await running.close();
 * ```
 *
 * @module @mock-services/fake-server/node
 * @packageDocumentation
 */
export type { CorsOrigin } from '../core/door/origins.ts';
export type { ServeOptions } from './options.ts';
export { serve, type CloseOptions, type RunningServer } from './serve.ts';
export { openWorldFile, type WorldFile } from './world-file.ts';
