/**
 * `@mock-services/explorer`: serves the explorer, a web page over a service, from a program of yours. Most use
 * `npx @mock-services/explorer`.
 *
 * @module @mock-services/explorer
 * @packageDocumentation
 */
export { serveExplorer, type ExplorerOptions, type RunningExplorer } from './server/serve-explorer.ts';
