import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { createConsumer, type Consumer } from './consumer.ts';
import { nodes } from './versions.ts';

let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer([], async (folder) => {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    await writeFile(join(folder, 'copies.cjs'), copies);
    await writeFile(join(folder, 'commonjs.test.js'), jestTests);
  });
});
afterAll(() => consumer.remove());

/** Whether `require` and `import` give the same classes. */
const copies = `
const entries = ['sdk', 'sdk/activity', 'sdk/contract', 'fake-server/core', 'fake-server/conformance', 'fake-server/node', 'fake-server/workers'];
Promise.all(entries.map(async (entry) => {
  const required = require('@mock-services/' + entry);
  const imported = await import('@mock-services/' + entry);
  const functions = Object.keys(imported).filter((name) => typeof imported[name] === 'function');
  return functions.length > 0 && functions.every((name) => required[name] === imported[name]);
})).then((same) => console.log(same.join(' ')));
`;

/** Jest's own modules know neither \`module-sync\` nor \`require\` of ES modules: they load the CommonJS build. */
const jestTests = `
const { ApiError, createClient, ValidationError } = require('@mock-services/sdk');
const { toHar, fromHar } = require('@mock-services/sdk/activity');
const { createFakeServer, isSeedError } = require('@mock-services/fake-server/core');
const { runConformance } = require('@mock-services/fake-server/conformance');
const { serve } = require('@mock-services/fake-server/node');

const setUp = (options) => {
  const fake = createFakeServer(options);
  return { fake, client: createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch }) };
};

test('is CommonJS', () => {
  expect(require.resolve('@mock-services/sdk')).toMatch(/index[.]cjs$/);
});

test('calls, repeats and errors', async () => {
  const { fake, client } = setUp();
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1, headers: { 'retry-after': '0' } });
  expect(await client.mockServices.list()).toHaveLength(5);
  expect(fake.journal.find({ operation: 'listMockServices' })).toHaveLength(2);
  const error = await client.mockServices.get('6a5f1c8e-0b0e-4c0e-9d0a-3f1f6a5b4c3d').catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error.status).toBe(404);
});

test('what differs from the interface, field by field', async () => {
  const { client } = setUp();
  const error = await client.mockServices.create({ title: 1 }).catch((reason) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error.issues).toContainEqual(expect.objectContaining({ path: 'title', expected: 'string', received: 'number' }));
});

test('a wrong seed', () => {
  let thrown;
  try { createFakeServer({ seed: { mockServices: [{}] } }); } catch (error) { thrown = error; }
  expect(isSeedError(thrown)).toBe(true);
});

test('a port with admin endpoints, HAR and conformance', async () => {
  const running = await serve(createFakeServer(), { admin: true });
  try {
    const client = createClient({ baseUrl: running.url });
    const [workspace] = await client.workspaces.list();
    const entries = await client.activity.list(workspace.id);
    expect(fromHar(toHar(entries)).length).toBe(entries.length);
    expect((await fetch(running.url + '/__fake/clock')).status).toBe(200);
    const { failed } = await runConformance({ baseUrl: running.url });
    expect(failed).toBe(0);
  } finally {
    await running.close();
  }
});
`;

test.each(nodes)('Node $version has one copy of each class', async ({ path }) => {
  const { status, output } = await consumer.run(path, 'copies.cjs');
  expect(output.trim()).toBe('true true true true true true true');
  expect(status).toBe(0);
});

test('CommonJS tests of Jest run with its defaults', async () => {
  const jest = at('.ci/checkers/node_modules/jest/bin/jest.js');
  const { status, output } = await consumer.run(process.execPath, jest, '--rootDir', consumer.folder);
  expect(output).toMatch(/^Tests: +5 passed, 5 total$/m);
  expect(status).toBe(0);
});
