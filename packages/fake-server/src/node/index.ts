/**
 * `@mock-services/fake-server/node`: a fake server on a port, for programs in any language.
 *
 * @module @mock-services/fake-server/node
 * @packageDocumentation
 */
export type { CorsOrigin } from '../core/server/cors.ts';
export type { ServeOptions } from './options.ts';
export { serve, type CloseOptions, type RunningServer } from './serve.ts';
export { openWorldFile, type WorldFile } from './world-file.ts';
