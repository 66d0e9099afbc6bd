import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createFakeServer, demoSeed } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';

const fake = createFakeServer({ seed: demoSeed() });
fake.faults.add({ operation: 'listWorkspaces', status: 503, times: 1, headers: { 'retry-after': '0' } });
fake.faults.add({ operation: 'listMockServices', hang: true });
const running = await serve(fake);
const [status] = await once(new Worker('./app.mjs', { workerData: running.url }), 'exit');
await running.close({ grace: 0 });
const paths = fake.journal.entries().map(({ request }) => request.path);
assert.deepEqual({ status, queries: paths.filter((path) => path.includes('?')) }, { status: 0, queries: [] });
fake.journal.assertClean();
fake.faults.assertClean();
