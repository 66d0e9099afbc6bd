/** The server that is killed: one world in the file whose path it is given. */
import { createFakeServer, emptyWorld } from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import { serveParent } from './serve-parent.ts';

const file = openWorldFile(String(process.argv[2]));
await serveParent(createFakeServer({ seed: emptyWorld(), storage: file.world('default') }));
