import { startServer, type Running } from '../../../tools/bench/child.ts';
import { at } from '../../../tools/lib/paths.ts';

/** Starts the server of constants in a process of its own. */
export const startLoopback = (): Promise<Running> =>
  startServer({ file: at('packages/sdk/bench/children/server.ts') });
