/** What all cells share: the packed packages, the compiled scenario, and the tools. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { command } from '../lib/command.ts';
import { installInto, packAll } from '../lib/packed.ts';
import { at } from '../lib/paths.ts';
import { versionAt } from '../lib/version.ts';
import type { Context } from './cell.ts';

/** The folders that the cells run in. */
export interface Workshop {
  readonly scenario: Context['scenario'];
  /** The tarballs. */
  readonly tarballs: readonly string[];
  /**
   * A folder with the packages installed, below a folder with tools installed. Cells get folders below it, so that they
   * find both, and nothing else.
   */
  readonly bench: (tools: string | undefined) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** What a page needs besides the packages; the version that the workspace tests with. */
const msw = 'msw';

/** Packs the packages, which have been built. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-matrix-run-'));
  const packed = await packAll(folder);
  const tarballs = packed.map(({ tarball }) => tarball);
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  await installInto(project, [...tarballs, `${msw}@${versionAt(`node_modules/${msw}`)}`]);
  const benches = new Map<string | undefined, Promise<string>>();
  const open = async (tools: string | undefined): Promise<string> => {
    if (tools === undefined) return project;
    const bench = await mkdtemp(join(await installTools(tools), 'run-'));
    await cp(project, bench, { recursive: true, verbatimSymlinks: true });
    return bench;
  };
  const bench = (tools: string | undefined): Promise<string> => {
    const opened = benches.get(tools) ?? open(tools);
    benches.set(tools, opened);
    return opened;
  };
  const close = async (): Promise<void> => {
    const opened = await Promise.allSettled(benches.values());
    const folders = opened.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    await Promise.all([folder, ...folders].map((used) => rm(used, { recursive: true, force: true })));
  };
  return { scenario: await compileScenario(), tarballs, bench, close };
}

/** Installs the tools that a lockfile names, outside the repository and once for each state of the lockfile. */
async function installTools(name: string): Promise<string> {
  const source = at('tools/matrix/tools', name);
  const lockfile = await readFile(join(source, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), 'mock-services-matrix', `${name}-${hash}`);
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  await cp(source, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const { status, output } = await command('npm', ['ci', '--prefer-offline'], { cwd: folder, seconds: 600 });
  if (status !== 0) throw new Error(`npm ci in ${source} failed:\n${output}`);
  await writeFile(done, '');
  return folder;
}

/** The scenario with its own modules in one file, without the packages. */
async function compileScenario(): Promise<Context['scenario']> {
  const compile = async (name: string, format: 'esm' | 'cjs'): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [at('tools/matrix/scenario', name)],
      bundle: true,
      packages: 'external',
      // Not the project's, whose paths lead to the sources.
      tsconfigRaw: {},
      format,
      platform: 'neutral',
      target: 'es2022',
      write: false,
    });
    return outputFiles[0]?.text ?? '';
  };
  const [esm, cjs, page] = await Promise.all([
    compile('index.ts', 'esm'),
    compile('index.ts', 'cjs'),
    compile('page.ts', 'esm'),
  ]);
  return { esm, cjs, page };
}
