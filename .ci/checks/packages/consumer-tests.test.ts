import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { versionAt } from '../../../tools/lib/version.ts';
import { nodes } from './versions.ts';
import { createConsumer, type Consumer } from './consumer.ts';

let consumer: Consumer;

beforeAll(async () => {
  const names = ['vitest', '@types/node', 'typescript'];
  const dependencies = names.map((name) => `${name}@${versionAt(`node_modules/${name}`)}`);
  consumer = await createConsumer(dependencies, (folder) =>
    cp(at('examples/consumer-tests'), folder, { recursive: true }),
  );
});
afterAll(() => consumer.remove());

test.each(nodes)(
  'under Node $version all tests of the example pass beside the tarballs',
  async ({ path }) => {
    const { status, report } = await runTests(path);
    expect(report).toMatchObject({ numPassedTests: 9, numTotalTests: 9, success: true });
    expect(status).toBe(0);
  },
);

test('its types are right with its own settings', async () => {
  const compiler = 'node_modules/typescript/bin/tsc';
  const project = ['-p', 'tsconfig.standalone.json'];
  expect(await consumer.run(process.execPath, compiler, ...project)).toEqual({ status: 0, output: '' });
});

test('a shop that does not notify the warehouse fails, and its tests name the missing request', async () => {
  const file = join(consumer.folder, 'src/orders.ts');
  const sound = await readFile(file, 'utf8');
  await writeFile(file, sound.replace('/pickings`', '/picking`'));
  const { status, report } = await runTests(process.execPath);
  await writeFile(file, sound);
  const messages = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages }) => failureMessages),
  );
  expect(status).toBe(1);
  expect(messages.join('\n')).toMatch(/path: expected "?\/pickings"?, recorded "?\/picking"?\b/);
});

async function runTests(node: string): Promise<{ status: number | undefined; report: Report }> {
  const file = 'report.json';
  const args = ['run', '--reporter=json', `--outputFile=${file}`];
  const { status } = await consumer.run(node, 'node_modules/vitest/vitest.mjs', ...args);
  // Vitest's own format.
  const report = JSON.parse(await readFile(join(consumer.folder, file), 'utf8')) as Report;
  return { status, report };
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}
