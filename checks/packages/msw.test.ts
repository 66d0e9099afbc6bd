import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { at } from '../../tools/lib/paths.ts';
import { createConsumer, installed, silentSuccess, type Consumer } from './consumer.ts';

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
    consumer = await createConsumer([msw, installed('@types/node')]);
    return () => consumer.remove();
  });

  test.each(['use.ts', 'use.cjs'])('the MSW handlers respond to fetch in %s', async (file) => {
    expect(await consumer.run(file)).toEqual(silentSuccess);
  });

  test.each(checks)(
    'the types of the MSW handlers are correct with moduleResolution %s',
    async (moduleResolution, checked) => {
      const module = moduleResolution === 'Bundler' ? 'ESNext' : 'NodeNext';
      expect(await consumer.check(checked, { module, moduleResolution })).toEqual(silentSuccess);
    },
  );
});

/** What `docs/facts.md` says about versions of TypeScript. The types of MSW 3 need newer ones than those of MSW 2. */
describe('versions of TypeScript', () => {
  const versions = { '5.4': '5.4.5', '5.7': '5.7.3', '5.8': '5.8.3', '7.0': '7.0.2' };
  const aliasOf = (version: string) => `typescript-${version}`;
  const core = ['types-core.ts', 'types-core.cts'];
  const withMsw = ['types.ts', 'types.cts'];

  let consumer: Consumer;
  beforeAll(async () => {
    const compilers = Object.entries(versions).map(
      ([version, exact]) => `${aliasOf(version)}@npm:typescript@${exact}`,
    );
    const types = ['msw', '@types/node', '@tanstack/query-core'].map((name) => installed(name));
    consumer = await createConsumer([...types, ...compilers]);
    return () => consumer.remove();
  });

  const check = (version: keyof typeof versions, files: readonly string[], skipLibCheck: boolean) =>
    consumer.check(files, { skipLibCheck, target: 'ES2022' }, aliasOf(version));

  test.each([
    ['5.4', ['types.ts'], true],
    ['5.7', ['types.ts'], false],
    ['5.8', withMsw, false],
    ['7.0', [...core, ...withMsw], false],
  ] as const)('TypeScript %s compiles %j with skipLibCheck %s', async (version, files, skipLibCheck) => {
    expect(await check(version, files, skipLibCheck)).toEqual(silentSuccess);
  });

  test.each([
    ['5.4', 'types.ts', /node_modules\/(msw|@mswjs)\//],
    ['5.7', 'types.cts', /types\.cts/],
  ] as const)('TypeScript %s rejects %s without skipLibCheck', async (version, file, culprit) => {
    const { status, output } = await check(version, [file], false);
    expect([status === 0, output]).toEqual([false, expect.stringMatching(culprit)]);
  });

  test('facts.md has these versions', async () => {
    const facts = await readFile(at('docs/facts.md'), 'utf8');
    expect(facts).toMatch(/5\.4 with `skipLibCheck: false` +\|/);
    expect(facts).toMatch(/5\.7, or 5\.4 with `skipLibCheck: true` +\| 5\.8, with MSW 3 +\|/);
  });
});
