/**
 * `@mock-services/fake-server/node`: a fake server on a port, for whatever is not JavaScript.
 *
 * @module @mock-services/fake-server/node
 * @packageDocumentation
 */
export type { CorsOrigin } from './cors.ts';
export type { ServeOptions } from './options.ts';
export { serve, type CloseOptions, type RunningServer } from './serve.ts';
