/** Packs all packages once for all tests of the project. The tarballs are identical to those that are published. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packAll, type Packed } from '../../tools/lib/packed.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    packed: readonly Packed[];
  }
}

const packages = ['sdk', 'fake-server', 'conformance', 'explorer', 'cli'].map((name) => `packages/${name}`);

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-packed-'));
  project.provide('packed', await packAll(folder, packages));
  return () => rm(folder, { recursive: true, force: true });
}
