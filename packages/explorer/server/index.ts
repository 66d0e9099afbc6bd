/**
 * Serves the explorer, a web page for a service, from your own program. In a terminal, start the explorer with
 * `npx @mock-services/explorer`.
 *
 * @example
 * ```ts
 * import { serveExplorer } from '@mock-services/explorer';
 *
 * const explorer = await serveExplorer({ service: 'http://127.0.0.1:4600' });
 * console.log(explorer.url);
 * await explorer.close();
 * ```
 *
 * @module @mock-services/explorer
 * @packageDocumentation
 */
export { serveExplorer, type ExplorerOptions, type RunningExplorer } from './server.ts';
