import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { at } from '../../../tools/lib/paths.ts';

/** What the tool reads of the repository. */
const copied = [
  '.changeset',
  'package.json',
  'package-lock.json',
  ...['sdk', 'fake-server', 'explorer'].map((name) => `packages/${name}/package.json`),
  ...['sdk', 'fake-server'].map((name) => `packages/${name}/CHANGELOG.md`),
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-services-release-'));
  for (const path of copied) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await cp(at(path), join(folder, path), { recursive: true });
  }
  await command('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a described change of one package raises the version of all, with its line in the changes of that one', async () => {
  const [released] = await Promise.all(inject('packed').map(({ folder: one }) => manifestIn(one)));
  await writeFile(
    join(folder, '.changeset/a-change.md'),
    "---\n'@mock-services/sdk': minor\n---\n\nIt sings.\n",
  );

  const program = at('node_modules/@changesets/cli/bin.js');
  const outcome = await command(process.execPath, [program, 'version'], { cwd: folder });

  expect(outcome).toMatchObject({ status: 0 });
  const next = released?.version.replace(/\.\d+\.\d+$/, (rest) => `.${Number(rest.split('.')[1]) + 1}.0`);
  const sdk = await manifestIn(join(folder, 'packages/sdk'));
  const fake = await manifestIn(join(folder, 'packages/fake-server'));
  expect([sdk.version, fake.version, fake.dependencies['@mock-services/sdk']]).toEqual([next, next, next]);
  const changes = await readFile(join(folder, 'packages/sdk/CHANGELOG.md'), 'utf8');
  expect(changes).toContain(
    `\n\n## ${next}\n\n### Minor Changes\n\n- It sings.\n\n## ${released?.version}\n`,
  );
});

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

async function manifestIn(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Manifest;
}
