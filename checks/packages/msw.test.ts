import { beforeAll, describe, expect, test } from 'vitest';
import {
  createConsumer,
  installed,
  oldTypeScript,
  oldTypeScriptPackage,
  silentSuccess,
  type Consumer,
} from './consumer.ts';

interface Release {
  readonly msw: string;
  readonly checks: (readonly [moduleResolution: string, files: readonly string[]])[];
}

// The types of msw 2 for CommonJS are incompatible with its types for ES modules.
const releases: readonly Release[] = [
  { msw: installed('msw', 'msw2'), checks: [['NodeNext', ['types.ts']]] },
  {
    msw: installed('msw'),
    checks: [
      ['NodeNext', ['types.ts', 'types.cts']],
      ['Bundler', ['types.ts']],
    ],
  },
];

describe.each(releases)('installed from the tarballs with $msw', ({ msw, checks }) => {
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await createConsumer([msw, installed('@types/node'), oldTypeScriptPackage]);
    return () => consumer.remove();
  });

  test.each(['use.ts', 'use.cjs'])('the MSW handlers respond to fetch in %s', async (file) => {
    expect(await consumer.run(file)).toEqual(silentSuccess);
  });

  test('the types of the MSW handlers are correct with TypeScript 5.4 and `skipLibCheck`', async () => {
    const options = { skipLibCheck: true };
    expect(await consumer.check(['types.ts'], options, oldTypeScript)).toEqual(silentSuccess);
  });

  test.each(checks)(
    'the types of the MSW handlers are correct with moduleResolution %s',
    async (moduleResolution, checked) => {
      const module = moduleResolution === 'Bundler' ? 'ESNext' : 'NodeNext';
      expect(await consumer.check(checked, { module, moduleResolution })).toEqual(silentSuccess);
    },
  );
});
