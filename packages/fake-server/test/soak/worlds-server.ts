/** The server of the soak of worlds, in a process of its own: each world has its name in its data. */
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import { idleMs, markedSeed, worldsAtATime } from './marked-world.ts';
import { serveParent } from './serve-parent.ts';

const create = (name: string) => createFakeServer({ seed: markedSeed(name) });

await serveParent(createWorlds({ create, max: worldsAtATime, idle: idleMs }), { admin: true });
