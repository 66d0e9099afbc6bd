import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { versionAt } from '../../../tools/lib/version.ts';
import { compilers, nodes } from './versions.ts';
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

  describe.each(nodes)('Node $version runs the program', ({ path }) => {
    test('which prints its version', async () => {
      const { version } = JSON.parse(
        readFileSync(at('packages/fake-server/package.json'), 'utf8'),
      ) as Manifest;
      const outcome = await consumer.execute(path, 'mock-services-fake', '--version');
      expect(outcome).toEqual({ status: 0, output: `${version}\n` });
    });

    test('which prints its help', async () => {
      const outcome = await consumer.execute(path, 'mock-services-fake', '--help');
      expect(outcome.status).toBe(0);
      expect(outcome.output).toMatch(/^Usage: /);
    });
  });

  describe.each(compilers)('TypeScript $version', ({ path }) => {
    test.concurrent('checks the types for Node, without those of a page', async () => {
      expect(await consumer.compile(path, 'node', ['types-core.ts', 'types-core.cts'])).toEqual(clean);
    });

    test.concurrent('checks the types for a page, without those of Node', async () => {
      expect(await consumer.compile(path, 'page', ['types-core.ts'])).toEqual(clean);
    });
  });
});

interface Manifest {
  readonly version: string;
}
