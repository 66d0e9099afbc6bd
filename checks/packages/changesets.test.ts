import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../tools/lib/command.ts';
import { at, checker } from '../../tools/lib/paths.ts';
import { versionAt } from '../../tools/lib/version.ts';

const packages = ['sdk', 'fake-server', 'conformance', 'explorer', 'cli'].map((name) => `packages/${name}`);
const manifests = packages.map((folder) => `${folder}/package.json`);

test('a changeset for one package raises the version of all packages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ['.changeset/config.json', 'package.json', 'package-lock.json', ...manifests])
    cpSync(at(path), join(folder, path));
  writeFileSync(join(folder, '.changeset/x.md'), "---\n'@mock-services/sdk': major\n---\n\nIt sings.\n");
  await command('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: folder });

  const outcome = await command(process.execPath, [checker('changeset'), 'version'], { cwd: folder });

  expect(outcome).toMatchObject({ status: 0 });
  const major = Number(versionAt('packages/sdk').split('.')[0]) + 1;
  const versions = packages.map((path) => versionAt(join(folder, path)));
  expect(versions).toEqual(packages.map(() => `${major}.0.0`));
});
