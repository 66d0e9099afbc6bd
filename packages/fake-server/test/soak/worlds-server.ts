/** The server of the soak of worlds, in a process of its own: each world has its name in its data. */
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import { idleMs, markedSeed, worldsAtATime } from './marked-world.ts';
import { serveParent } from './serve-parent.ts';

const create = (name: string) => createFakeServer({ seed: markedSeed(name) });

// And the world `default`, which each server has, and which is not idle yet when all others begin.
await serveParent(createWorlds({ create, max: worldsAtATime + 1, idle: idleMs }), { admin: true });
