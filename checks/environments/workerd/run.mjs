import { Miniflare } from 'miniflare';

const worker = new Miniflare({ modules: true, scriptPath: 'bundle.js', compatibilityDate: '2026-01-01' });
// A request must not use an object of an earlier request, so the second call would notice an object that is reused.
for (const count of [1, 2]) {
  const response = await worker.dispatchFetch('http://worker.test/');
  if (!response.ok) throw new Error(`Call ${count}: ${await response.text()}`);
  await response.text();
}
await worker.dispose();
