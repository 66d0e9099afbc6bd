/** The server of the soak, in a process of its own. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { serveParent } from './serve-parent.ts';

await serveParent(createFakeServer());
