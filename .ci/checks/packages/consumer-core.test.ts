import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilers, nodes, versionAt } from '../../lib/versions.ts';
import { createConsumer, type Consumer } from './consumer.ts';

const clean = { status: 0, output: '' };

describe('installed from the tarballs, without msw', () => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await createConsumer([`@types/node@${versionAt('node_modules/@types/node')}`]);
  });
  afterAll(() => consumer.remove());

  test.each(nodes)('Node $version runs the client, the core and a server on a port', async ({ path }) => {
    expect(await consumer.run(path, 'use-core.js')).toEqual(clean);
  });

  describe.each(compilers)('TypeScript $version', ({ path }) => {
    test('checks the types for Node, without those of a page', async () => {
      expect(await consumer.compile(path, 'node', ['types-core.ts', 'types-core.cts'])).toEqual(clean);
    });

    test('checks the types for a page, without those of Node', async () => {
      expect(await consumer.compile(path, 'page', ['types-core.ts'])).toEqual(clean);
    });
  });
});
