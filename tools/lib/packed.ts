import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { command } from './command.ts';
import { at } from './paths.ts';

export interface Packed {
  readonly name: string;
  readonly tarball: string;
  readonly folder: string;
  readonly files: readonly string[];
}

const libraries = ['packages/sdk', 'packages/fake-server', 'packages/conformance'];

/** Build the packages before calling this function. */
export async function packAll(destination: string, folders = libraries): Promise<Packed[]> {
  const packed: Packed[] = [];
  for (const folder of folders) packed.push(await pack(folder, destination));
  return packed;
}

async function pack(folder: string, destination: string): Promise<Packed> {
  const { name, version } = JSON.parse(await readFile(at(folder, 'package.json'), 'utf8')) as Manifest;
  const outcome = await command('npm', ['pack', '--ignore-scripts', '--pack-destination', destination], {
    cwd: at(folder),
  });
  if (outcome.status !== 0) throw new Error(`The command "npm pack" failed in ${folder}:\n${outcome.output}`);
  const tarball = join(destination, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  const unpacked = join(destination, basename(folder));
  await mkdir(unpacked);
  await command('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
  return { name, tarball, folder: unpacked, files: await filesBelow(unpacked) };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

export async function installInto(folder: string, packages: readonly string[]): Promise<void> {
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', ...packages];
  const { status, output } = await command('npm', args, { cwd: folder, seconds: 170 });
  if (status !== 0) throw new Error(`The command "npm ${args.join(' ')}" failed:\n${output}`);
}
