/** A page that lists mock services, with a fake server behind it whose state survives reloads. */
import { startFake } from '@mock-services/fake-server/browser';
import { demoSeed } from '@mock-services/fake-server/demo';
import { createClient } from '@mock-services/sdk';
import { listMockServices } from './list.ts';

const { fake } = await startFake({ baseUrl: `${location.origin}/api`, seed: demoSeed(), persist: true });
// Gives tests access to the fake server.
Object.assign(globalThis, { fake });

await listMockServices(createClient({ baseUrl: `${location.origin}/api`, maxRetries: 0 }));
