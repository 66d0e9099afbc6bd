import assert from 'node:assert/strict';
import { workerData } from 'node:worker_threads';
import { AbortController, AbortSignal } from 'abort-controller/dist/abort-controller.mjs';
import XMLHttpRequest from 'xhr2';
import { input } from './input.mjs';

// React Native has no streams, and gets `fetch` and `AbortSignal` from these packages.
const absent = /^(fetch|Headers|Request|Response|DOMException|structuredClone|TextDecoder|\w+Stream)$/;
void Headers; // Node loads its implementation at the first use, which needs some of these globals.
for (const name of Object.getOwnPropertyNames(globalThis)) if (absent.test(name)) delete globalThis[name];
Object.assign(globalThis, { AbortController, AbortSignal, XMLHttpRequest });
await import('whatwg-fetch');

const { createClient } = await import('@mock-services/sdk');
const { waitForActivity } = await import('@mock-services/sdk/activity');
const client = createClient({ baseUrl: workerData });
const { mockServices, workspaces, activity } = client;
const { id } = await mockServices.create(input);
await mockServices.modify(id, (old) => ({ ...old, title: 'New' }));
assert.equal((await mockServices.get(id)).title, 'New');
const { data, attempts } = await workspaces.list().withResponse();
assert.equal(attempts, 2);
const [{ id: workspace }] = data;
await assert.rejects(mockServices.list({ timeout: 1000 }), { name: 'TimeoutError' });
const controller = new AbortController();
setTimeout(() => controller.abort(), 300);
await assert.rejects(mockServices.list({ signal: controller.signal }), { name: 'AbortError' });
assert.equal((await activity.list(workspace)).length > 0, true);
const { signal } = new AbortController();
const found = await waitForActivity(client, workspace, { method: 'POST' }, { signal });
assert.equal(found.request.method, 'POST');
await mockServices.delete(id);
