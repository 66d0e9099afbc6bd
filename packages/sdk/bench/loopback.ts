import { startServer, type Running } from '../../../.ci/bench/child.ts';
import { at } from '../../../.ci/lib/places.ts';

/** Starts the server of constants in a process of its own. */
export const startLoopback = (): Promise<Running> =>
  startServer({ file: at('packages/sdk/bench/children/server.ts') });
