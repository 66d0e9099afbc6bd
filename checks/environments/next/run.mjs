import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createFakeServer, createWorlds, demoSeed } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';

const fake = createFakeServer({ seed: demoSeed() });
const service = await serve(fake);
const worlds = await serve(createWorlds({ create: () => createFakeServer({ seed: demoSeed() }) }), {
  admin: true,
});
const next = (command, stdout) => {
  const args = ['node_modules/next/dist/bin/next', ...command.split(' ')];
  const env = { ...process.env, SERVICE: service.url, MOCKS_URL: worlds.url };
  return spawn('node', args, { env, stdio: ['ignore', stdout, 'inherit'] });
};
// With webpack, Next 16.4 cannot build a route for the Edge Runtime.
const [bundler, ...edgeRoutes] = process.argv.slice(2);
const [status] = await once(next(`build ${bundler}`, 'inherit'), 'exit');
assert.equal(status, 0, 'next build failed');

fake.faults.add({ operation: 'listWorkspaces', status: 503, times: 1, headers: { 'retry-after': '0' } });
const server = next('start --hostname=127.0.0.1 --port=0', 'pipe');
process.on('exit', () => server.kill());
let url;
for await (const line of createInterface({ input: server.stdout })) {
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
  if (url !== undefined) break;
}
const textAt = async (path) => (await (await fetch(url + path)).text()).replace(/.*<p>|<\/p>.*/gs, '');
const page = textAt('/');
const { params } = await fake.journal.waitFor({ operation: 'listActivity' }, { timeout: 10_000 });
fake.activity.record(params.workspaceId, { request: { url: 'https://shop.test/later' } });
assert.equal(await page, '2 attempts, /later, Changed, SOAP, ApiError 404');
for (const title of ['first', 'second']) {
  fake.mockServices.add({ title });
  assert.match(await textAt('/static'), new RegExp(`${title}$`), 'the static page shows an old list');
}
assert.match(await textAt('/query'), /first, second$/, 'the page lacks the data of the server');
fake.faults.add({ operation: 'listMockServices', status: 403, times: 1 });
assert.equal(await textAt('/query'), '', 'a failed read must not break the page');
for (const path of ['/node', ...edgeRoutes]) assert.equal(await textAt(path), 'The scenario passed.', path);
const testEnv = { ...process.env, APP_URL: url, MOCKS_URL: worlds.url };
const tests = spawn('node', ['--test', 'worlds.test.js'], { env: testEnv, stdio: 'inherit' });
assert.deepEqual(await once(tests, 'exit'), [0, null], 'the tests with a world each failed');
server.kill();
await worlds.close({ grace: 0 });
await service.close({ grace: 0 });
