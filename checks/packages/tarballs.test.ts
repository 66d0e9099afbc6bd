import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';
import { command } from '../../tools/lib/command.ts';
import { linksIn } from '../../tools/lib/markdown.ts';
import { checker, root } from '../../tools/lib/paths.ts';
import { versionAt } from '../../tools/lib/version.ts';

/** Files that the builds write: libraries, programs, the explorer's page, and docs pages. */
const built =
  /^docs\/.+\.md$|^dist\/(?:.+\.(?:c?js|js\.map|d\.c?ts)|page\/(?:index\.html|icon\.svg|licenses\.md|assets\/[\w-]+\.css))$/;

describe.each(inject('packed'))('the tarball of $name', ({ name, tarball, folder, files }) => {
  const isExplorer = name.endsWith('/explorer');
  /** The package `cli` contains only a program, so it has no types and no source maps. */
  const isLibrary = !name.endsWith('/cli');
  const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');

  test('the tarball passes publint', async () => {
    const { buffer } = new Uint8Array(readFileSync(tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test.runIf(isLibrary)(
    'the tarball passes attw, which checks the types for every module resolution',
    async () => {
      // The libraries support tools that cannot load ES modules. The explorer requires a Node version that supports ES
      // modules.
      const profile = isExplorer ? ['--profile', 'esm-only'] : [];
      const args = [checker('attw'), tarball, '--format', 'ascii', '--no-emoji', ...profile];
      expect(await command(process.execPath, args)).toMatchObject({ status: 0 });
    },
  );

  test('the tarball can be published with public access and without warnings', async () => {
    const { status, output } = await command('npm', ['publish', '--dry-run', '--ignore-scripts'], {
      cwd: folder,
      // Without the registry, npm does not look up the published versions.
      env: { npm_config_loglevel: 'notice', npm_config_offline: 'true' },
    });
    expect({ status, output }).toMatchObject({ status: 0 });
    const warnings = output.split('\n').filter((line) => /^npm (warn|error) publish/.test(line));
    expect(warnings.filter((line) => !line.includes('requires you to be logged in'))).toEqual([]);
    expect(output).toContain('with tag latest and public access');
  });

  test('the tarball contains only the build, pages and a folder for each entry point', () => {
    const { exports } = JSON.parse(textOf('package.json')) as { readonly exports: object };
    const entries = Object.keys(exports).filter((key) => /^\.\/\w+$/.test(key));
    const folders = isExplorer ? [] : entries.map((key) => `${key.slice(2)}/package.json`);
    const others = files.filter((path) => !built.test(path));
    const schemas = name.endsWith('/fake-server') ? ['seed.schema.json'] : [];
    const programs = name.endsWith('/sdk') ? [] : ['bin.js'];
    const expected = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      ...folders,
      ...programs,
      ...schemas,
    ];
    expect(others.toSorted()).toEqual(expected.toSorted());
  });

  test('the tarball does not contain paths of the machine that built it', () => {
    const dist = files.filter((path) => path.startsWith('dist/'));
    expect(dist.filter((path) => textOf(path).includes(root))).toEqual([]);
  });

  test('the source maps in the tarball contain the source files', () => {
    const maps = files
      .filter((path) => path.endsWith('.map'))
      .map((path) => JSON.parse(textOf(path)) as { readonly [field: string]: readonly unknown[] });
    expect(maps.length > 0).toBe(isLibrary && !isExplorer);
    for (const { sources, sourcesContent } of maps) expect(sourcesContent).toHaveLength(sources?.length ?? 0);
  });

  test('the tarball has the version of the fake server and a changelog entry for that version', () => {
    const version = versionAt(folder);
    expect(version).toBe(versionAt('packages/fake-server'));
    expect(/^## (.+)$/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(version);
  });

  test('the README links in the tarball work on the registry page', () => {
    const links = linksIn(join(folder, 'README.md'));
    expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([]);
    const own = links.filter((link) => link.startsWith(`https://unpkg.com/${name}/`));
    const paths = own.map((link) => new URL(link).pathname.slice(`/${name}/`.length));
    expect(paths.filter((path) => !files.includes(path))).toEqual([]);
    expect(paths.length).toBeGreaterThan(0);
  });

  test('the pages in the tarball link only to pages in the same tarball', () => {
    const broken = files
      .filter((path) => path.startsWith('docs/'))
      .flatMap((page) => linksIn(join(folder, page)).map((link) => ({ page, link })))
      .filter(({ link }) => !/^(https?:|#)/.test(link))
      .filter(({ page, link }) => !files.includes(posix.join(page, '..', link.replace(/#.*/, ''))));
    expect(broken).toEqual([]);
  });
});

test('the explorer has no dependencies and lists the licenses of the packages in its bundle', () => {
  const { folder = '' } = inject('packed').find(({ name }) => name.endsWith('/explorer')) ?? {};
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
  const licenses = readFileSync(join(folder, 'dist/page/licenses.md'), 'utf8');
  for (const name of ['preact', '@tanstack/react-query', 'ky', 'zod'])
    expect(licenses).toContain(`## ${name} - `);
});
