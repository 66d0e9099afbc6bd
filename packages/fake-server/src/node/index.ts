/**
 * `@mock-services/fake-server/node`: a fake server on a port, for whatever is not JavaScript.
 *
 * @packageDocumentation
 */
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
