import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versionAt } from '../../../tools/lib/version.ts';
import { compilers, nodes } from './versions.ts';
import { createConsumer, type Consumer } from './consumer.ts';

const clean = { status: 0, output: '' };

// The types of msw 2 for CommonJS and for ES modules are not compatible with each other.
const releases = [
  { msw: versionAt('node_modules/msw2'), files: ['types.ts'] },
  { msw: versionAt('node_modules/msw'), files: ['types.ts', 'types.cts'] },
];

describe.each(releases)('installed from the tarballs beside msw $msw', ({ msw, files }) => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await createConsumer([`msw@${msw}`, `@types/node@${versionAt('node_modules/@types/node')}`]);
  });
  afterAll(() => consumer.remove());

  describe.each(nodes)('Node $version', ({ path }) => {
    test.each(['use.js', 'use.cjs'])('runs %s', async (file) => {
      expect(await consumer.run(path, file)).toEqual(clean);
    });
  });

  describe.each(compilers)('TypeScript $version', ({ path }) => {
    test.concurrent('checks the types under nodenext', async () => {
      expect(await consumer.compile(path, 'nodenext', files)).toEqual(clean);
    });

    test.concurrent('checks the types under bundler', async () => {
      expect(await consumer.compile(path, 'bundler', ['types.ts'])).toEqual(clean);
    });
  });
});
