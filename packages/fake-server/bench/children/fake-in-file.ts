/** As `fake.ts`, with its data in a file that is removed at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeServer } from '@mock-services/fake-server/core';
import { openWorldFile, serve } from '@mock-services/fake-server/node';
import { mockServices } from '../samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'mock-services-bench-'));
process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true });
  process.exit();
});
const storage = openWorldFile(join(folder, 'world.db')).world('default');
const seed = { mockServices: mockServices(Number(process.argv[2])) };
const { url } = await serve(createFakeServer({ seed, storage }));
process.stdout.write(`${url}\n`);
