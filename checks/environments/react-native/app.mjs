import assert from 'node:assert/strict';
import { workerData } from 'node:worker_threads';
import { AbortController, AbortSignal } from 'abort-controller/dist/abort-controller.mjs';
import XMLHttpRequest from 'xhr2';

// React Native has no streams, and gets `fetch` and `AbortSignal` from these packages.
const absent = /^(fetch|Headers|Request|Response|DOMException|structuredClone|TextDecoder|\w+Stream)$/;
void Headers; // Node loads its implementation at the first use, which needs some of these globals.
for (const name of Object.getOwnPropertyNames(globalThis)) if (absent.test(name)) delete globalThis[name];
Object.assign(globalThis, { AbortController, AbortSignal, XMLHttpRequest });
await import('whatwg-fetch');

const { createClient } = await import('@mock-services/sdk');
const { mockServices, workspaces } = createClient({ baseUrl: workerData });
const config = { cors: {}, defaultResponseHeaders: {}, upstreams: [] };
for (const name of ['allowedOrigins', 'allowedMethods', 'allowedHeaders']) config.cors[name] = [];
const { id } = await mockServices.create({ type: 'REST', title: 'Orders', config });
await mockServices.modify(id, (old) => ({ ...old, title: 'New' }));
assert.equal((await mockServices.get(id)).title, 'New');
assert.equal((await workspaces.list().withResponse()).attempts, 2);
await assert.rejects(mockServices.list({ timeout: 200 }), { name: 'TimeoutError' });
const controller = new AbortController();
setTimeout(() => controller.abort(), 100);
await assert.rejects(mockServices.list({ signal: controller.signal }), { name: 'AbortError' });
await mockServices.delete(id);
