import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { createConsumer, installed, nodes, oldestNode, silentSuccess, type Consumer } from './consumer.ts';

describe('installed from the tarballs with vitest, without msw', () => {
  let consumer: Consumer;
  beforeAll(async () => {
    const names = ['vitest', '@types/node', 'typescript'];
    consumer = await createConsumer([...names.map((name) => installed(name)), oldestNode]);
    await rm(join(consumer.folder, 'node_modules/msw'), { recursive: true });
    await cp(at('examples/consumer-tests'), join(consumer.folder, 'example'), { recursive: true });
    return () => consumer.remove();
  });

  const runTests = (node: string, ...args: readonly string[]) =>
    consumer.run(node, 'node_modules/vitest/vitest.mjs', 'run', ...args);

  test.each(nodes)('each vitest test gets its own fake server with Node $version', async ({ nodeOf }) => {
    expect(await runTests(nodeOf(consumer), 'kit.test.ts')).toMatchObject({ status: 0 });
  });

  test('the types of the vitest matchers and fixtures are correct', async () => {
    expect(await consumer.check(['kit.test.ts'])).toEqual(silentSuccess);
  });

  test('the vitest code frame of a failed call shows the line of the caller', async () => {
    const { status, output } = await runTests(process.execPath, 'failing.test.ts');
    expect(status).toBe(1);
    // The code frame of an error shows the first stack frame outside `node_modules`.
    for (const call of ['await', 'withResponse', 'modify'])
      expect(stripVTControlCharacters(output)).toMatch(new RegExp(`\\d+\\|.*// ${call}\\n\\s+\\|\\s+\\^`));
  });

  test.each(nodes)('the tests of examples/consumer-tests pass with Node $version', async ({ nodeOf }) => {
    const { status, output } = await runTests(nodeOf(consumer), '--root', 'example');
    expect(stripVTControlCharacters(output)).toMatch(/Tests +9 passed \(9\)/);
    expect(status).toBe(0);
  });

  test('the code in examples/consumer-tests type-checks with the tsconfig of the example', async () => {
    const compiler = 'node_modules/typescript/bin/tsc';
    const { status, output } = await consumer.run(
      process.execPath,
      compiler,
      '-p',
      'example/tsconfig.standalone.json',
    );
    expect({ status, output }).toEqual(silentSuccess);
  });

  test('the tests of examples/consumer-tests report a request to a wrong path', async () => {
    const file = join(consumer.folder, 'example/src/orders.ts');
    await writeFile(file, (await readFile(file, 'utf8')).replace('/pickings`', '/picking`'));
    const { status, output } = await runTests(process.execPath, '--root', 'example');
    expect(status).toBe(1);
    expect(output).toMatch(/path: expected "?\/pickings"?, recorded "?\/picking"?\b/);
  });
});
