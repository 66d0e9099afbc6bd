import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versionAt } from '../../../tools/lib/version.ts';
import { compilers, nodes } from './versions.ts';
import { createConsumer, type Consumer } from './consumer.ts';

const clean = { status: 0, output: '' };

describe('installed from the tarballs beside vitest, without msw', () => {
  let consumer: Consumer;

  beforeAll(async () => {
    const names = ['vitest', '@types/node'];
    consumer = await createConsumer(names.map((name) => `${name}@${versionAt(`node_modules/${name}`)}`));
  });
  afterAll(() => consumer.remove());

  test.each(nodes)('Node $version runs tests with a fake server each', async ({ path }) => {
    const outcome = await consumer.run(path, 'node_modules/vitest/vitest.mjs', 'run', 'kit.test.js');
    expect(outcome).toMatchObject({ status: 0 });
  });

  test('the code frame of a failed call shows the line of the caller', async () => {
    const node = nodes[0]?.path ?? '';
    const { status, output } = await consumer.run(
      node,
      'node_modules/vitest/vitest.mjs',
      'run',
      'failing.test.js',
    );
    expect(status).toBe(1);
    for (const call of ['await', 'withResponse', 'modify']) {
      // A frame marks the first line of the stack that is not below node_modules.
      expect(stripVTControlCharacters(output)).toMatch(new RegExp(`\\d+\\|.*// ${call}\\n\\s+\\|\\s+\\^`));
    }
  });

  describe.each(compilers)('TypeScript $version', ({ path }) => {
    test.concurrent.each(['nodenext', 'bundler'] as const)('checks the types under %s', async (setting) => {
      expect(await consumer.compile(path, setting, ['kit.test.ts'])).toEqual(clean);
    });
  });
});
