import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { createConsumer, type Consumer } from './consumer.ts';

let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer([]);
});
afterAll(() => consumer.remove());

test('the recipe for Jest runs beside the tarballs', async () => {
  const jest = at('.ci/checkers/node_modules/jest/bin/jest.js');
  const options = ['--transform', '{}', '--testMatch', '**/mock-services.test.mjs'];
  const { status, output } = await consumer.run(
    process.execPath,
    '--experimental-vm-modules',
    jest,
    ...options,
  );
  expect(output).toMatch(/^Tests: +3 passed, 3 total$/m);
  expect(status).toBe(0);
});
