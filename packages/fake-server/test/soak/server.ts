/**
 * Runs the server of a soak test in a separate process. The server sends its URL to the parent process, and sends its
 * memory use when it is asked.
 */
import {
  createFakeServer,
  createWorlds,
  emptyWorld,
  type FakeServer,
  type Worlds,
} from '@mock-services/fake-server/core';
import { openWorldFile, serve } from '@mock-services/fake-server/node';
import { idleMs, markedSeed, worldsAtATime } from './marked-world.ts';

const [kind = '', path = ''] = process.argv.slice(2);

const fakes: Readonly<Record<string, () => FakeServer | Worlds>> = {
  memory: () => createFakeServer(),
  file: () => createFakeServer({ seed: emptyWorld(), storage: openWorldFile(path).world('default') }),
  worlds: () =>
    createWorlds({
      create: (name) => createFakeServer({ seed: markedSeed(name) }),
      // Add one world, because every server creates the world `default`.
      max: worldsAtATime + 1,
      idle: idleMs,
    }),
};

const fake = fakes[kind];
if (fake === undefined) throw new Error(`Unknown kind of server: ${kind}. Expected memory, file or worlds.`);
const running = await serve(fake(), { admin: kind === 'worlds' });
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, rss });
});
process.on('disconnect', () => void running.close());
process.send?.({ port: running.port });
