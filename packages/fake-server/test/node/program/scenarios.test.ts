/** Tests the option `--scenarios` of the program. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { connectFake } from '@mock-services/fake-server/core';
import { fileWith, launchServer, runHere, serveHere } from './program.ts';

const scenarios = `{
  empty: (fake) => fake.seed({}),
  'service down': { title: 'The list fails', apply: (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }) },
}`;

test.each([
  ['js', `export const scenarios = ${scenarios};`],
  ['mjs', `export default ${scenarios};`],
])('--scenarios offers the scenarios of a .%s module to the admin endpoints', async (extension, code) => {
  const path = await fileWith(code, `scenarios.${extension}`);
  const { url } = await serveHere('--port', '0', '--admin', '--scenarios', path);
  const fake = connectFake(url);
  expect(await fake.scenarios()).toEqual([
    { name: 'empty', title: 'empty', applied: false },
    { name: 'service down', title: 'The list fails', applied: false },
  ]);
  await fake.scenario('service down');
  expect((await fetch(`${url}/configuration/mock-services`)).status).toBe(503);
  await fake.scenario('empty');
  expect(await fake.mockServices.list()).toEqual([]);
  await fake.reset();
  expect(await fake.mockServices.list()).toHaveLength(5);
});

test('--scenarios reads TypeScript, such as the file of the example application', async () => {
  const path = fileURLToPath(new URL('../../../../../examples/app/src/scenarios.ts', import.meta.url));
  const { url } = await launchServer('--port', '0', '--admin', '--scenarios', path);
  const fake = connectFake(url);
  expect(await fake.scenarios()).toHaveLength(5);
  await fake.scenario('many');
  expect((await fake.mockServices.list()).length).toBeGreaterThan(300);
});

test.each([
  [
    'export const other = 1;',
    'the module exports no scenarios. Add: export const scenarios = defineScenarios(',
  ],
  [
    'export const scenarios = 5;',
    'The option scenarios must be an object with a function for each name; got 5.',
  ],
  ['throw new Error("no such luck");', 'the module could not be imported. Error: no such luck'],
])('--scenarios rejects the module %j', async (code, message) => {
  const path = await fileWith(code, 'scenarios.mjs');
  const { code: exitCode, stderr } = await runHere('--port', '0', '--scenarios', path);
  expect([exitCode, stderr.includes(`${path}: `)]).toEqual([2, true]);
  expect(stderr).toContain(message);
});

test('--scenarios rejects a missing file', async () => {
  const { code, stderr } = await runHere('--scenarios', 'missing.mjs');
  expect(code).toBe(2);
  expect(stderr).toContain('missing.mjs: the module could not be imported.');
});
