import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';

describe.each(inject('packed'))('publishing $name', ({ name, tarball, folder, files }) => {
  test('would succeed, for everyone, without a correction of the manifest', async () => {
    const { status, output } = await command('npm', ['publish', '--dry-run', tarball], {
      env: { npm_config_loglevel: 'notice' },
    });
    expect({ status, output }).toMatchObject({ status: 0 });
    const warnings = output.split('\n').filter((line) => /^npm (warn|error) publish/.test(line));
    expect(warnings.filter((line) => !line.includes('requires you to be logged in'))).toEqual([]);
    expect(output).toContain('with tag latest and public access');
    const { publishConfig, engines } = manifestIn(folder);
    expect(publishConfig).toEqual({ access: 'public' });
    expect(engines).toEqual({ node: '>=22.12' });
  });

  test('takes the changes of its version along', () => {
    const { version } = manifestIn(folder);
    const changes = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    expect(changes).toMatch(new RegExp(`^# ${name}\\n`));
    expect(/^## (.+)$/m.exec(changes)?.[1]).toBe(version);
  });

  test('shows a readme whose links lead somewhere from any page', () => {
    const links = linksIn(readFileSync(join(folder, 'README.md'), 'utf8'));
    expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([]);
    const own = links.filter((link) => link.startsWith(`https://unpkg.com/${name}/`));
    const paths = own.map((link) => new URL(link).pathname.slice(`/${name}/`.length));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !files.includes(path))).toEqual([]);
  });

  test('takes pages along whose links lead to one another', () => {
    const pages = files.filter((path) => path.startsWith('docs/'));
    const broken = pages.flatMap((page) =>
      linksIn(readFileSync(join(folder, page), 'utf8'))
        .filter((link) => !/^(https?:|#)/.test(link))
        .filter((link) => !files.includes(join(page, '..', link.replace(/#.*/, ''))))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});

test('all packages have one version', () => {
  expect(new Set(inject('packed').map(({ folder }) => manifestIn(folder).version)).size).toBe(1);
});

interface Manifest {
  readonly version: string;
  readonly publishConfig?: unknown;
  readonly engines?: unknown;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function linksIn(text: string): string[] {
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
}
