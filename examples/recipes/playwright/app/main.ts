/** A page that lists mock services. Its fake server runs in the page, and its data survive a reload. */
import { startFake } from '@mock-services/fake-server/browser';
import { demoSeed } from '@mock-services/fake-server/demo';
import { createClient } from '@mock-services/sdk';
import { listMockServices } from './list.ts';

const { fake } = await startFake({ baseUrl: `${location.origin}/api`, seed: demoSeed(), persist: true });
// Tests access the fake server through this global.
Object.assign(globalThis, { fake });

await listMockServices(createClient({ baseUrl: `${location.origin}/api`, maxRetries: 0 }));
