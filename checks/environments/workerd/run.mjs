import { Miniflare } from 'miniflare';

// Before 2024-11-11, `fetch` throws if its option `cache` is set.
for (const compatibilityDate of ['2024-01-01', '2026-01-01']) {
  const bindings = { SERVICE: process.env.SERVICE };
  const worker = new Miniflare({ modules: true, scriptPath: 'bundle.js', compatibilityDate, bindings });
  // A request must not use an object of an earlier request, so the second call would notice an object that is reused.
  for (const count of [1, 2]) {
    const response = await worker.dispatchFetch('http://worker.test/');
    if (!response.ok) throw new Error(`${compatibilityDate}, call ${count}: ${await response.text()}`);
    await response.text();
  }
  await worker.dispose();
}
