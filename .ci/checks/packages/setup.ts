/** Packs both packages once for all tests of the project. Their tarballs are what would be published. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import type { TestProject } from 'vitest/node';
import { command } from '../../../tools/lib/command.ts';
import { at } from '../../../tools/lib/paths.ts';

/** A package as it would be published. */
export interface Packed {
  readonly name: string;
  readonly tarball: string;
  /** Where the tarball is unpacked. */
  readonly folder: string;
  /** The files in the tarball. */
  readonly files: readonly string[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    packed: readonly Packed[];
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-packed-'));
  project.provide('packed', [await pack('packages/sdk', folder), await pack('packages/fake-server', folder)]);
  return () => rm(folder, { recursive: true, force: true });
}

async function pack(folder: string, destination: string): Promise<Packed> {
  const { name, version } = JSON.parse(await readFile(at(folder, 'package.json'), 'utf8')) as Manifest;
  const outcome = await command('npm', ['pack', '--ignore-scripts', '--pack-destination', destination], {
    cwd: at(folder),
  });
  if (outcome.status !== 0) throw new Error(`npm pack in ${folder} failed:\n${outcome.output}`);
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
