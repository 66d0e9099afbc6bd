/** A page that lists mock services, with a fake server behind it whose state survives reloads. */
import { startFake } from '@mock-services/fake-server/browser';
import { createClient } from '@mock-services/sdk';
import { listMockServices } from './list.ts';

const { fake } = await startFake({ baseUrl: `${location.origin}/api`, persist: true });
// Gives tests access to the fake server.
Object.assign(globalThis, { fake });

await listMockServices(createClient({ baseUrl: `${location.origin}/api`, maxRetries: 0 }));
