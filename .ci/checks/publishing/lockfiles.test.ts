import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { at, root } from '../../../tools/lib/paths.ts';

/** Fails for a lockfile that lacks the optional builds of some platform, which npm at times leaves out. */
const check = (folder: string) =>
  command('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], {
    cwd: folder,
    env: { npm_config_loglevel: 'error' },
  });

const matrix = globSync('tools/matrix/tools/*', { cwd: root });

test('each tool of the matrix has a lockfile', () => {
  expect(matrix.length).toBeGreaterThan(5);
});

describe.each(['', '.ci/checkers', 'tools/peers', 'tools/release', 'tools/site', 'tools/workerd', ...matrix])(
  'the lockfile in ./%s',
  (folder) => {
    test('names no registry', () => {
      const packages = Object.values(readLockfile(at(folder)).packages);
      expect(packages.length).toBeGreaterThan(1);
      expect(packages.filter(({ resolved, link }) => resolved !== undefined && !link)).toEqual([]);
    });

    test('is complete for every platform', async () => {
      expect(await check(at(folder))).toMatchObject({ status: 0 });
    });
  },
);

test('a build that is missing from a lockfile is reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-lockfile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(at('tools/peers/package.json'), join(folder, 'package.json'));
  const lockfile = readLockfile(at('tools/peers'));
  delete lockfile.packages['node_modules/@esbuild/darwin-arm64'];
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
  const { status, output } = await check(folder);
  expect(status).toBe(1);
  expect(output).toContain('Missing: @esbuild/darwin-arm64');
});

interface Lockfile {
  readonly packages: Record<string, { readonly resolved?: string; readonly link?: boolean }>;
}

function readLockfile(folder: string): Lockfile {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lockfile;
}
