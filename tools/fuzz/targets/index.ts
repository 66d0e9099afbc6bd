/** The targets by name, each loaded when it is run. */
import type { AnyTarget } from '../target.ts';

export const targets: Readonly<Record<string, () => Promise<AnyTarget>>> = {
  handle: async () => (await import('./handle.ts')).handle,
  sockets: async () => (await import('./sockets.ts')).sockets,
  snapshots: async () => (await import('./snapshots.ts')).snapshots,
  seeds: async () => (await import('./seeds.ts')).seeds,
  fixtures: async () => (await import('./fixtures.ts')).fixtures,
  har: async () => (await import('./har.ts')).har,
  matchers: async () => (await import('./matchers.ts')).matchers,
  responses: async () => (await import('./responses.ts')).responses,
};
