/**
 * This module prepares the runs of cells. The module packs the packages, compiles the scenario, installs tools, and
 * creates a folder for each cell.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { command } from '../lib/command.ts';
import { installInto, packAll } from '../lib/packed.ts';
import { at } from '../lib/paths.ts';
import { start } from '../lib/servers.ts';
import { versionAt } from '../lib/version.ts';
import { Unavailable, type Cell, type Files, type Place } from './cell.ts';
import { openInbox } from './inbox.ts';

/** Prepares places for cells. */
export interface Workshop {
  readonly open: (cell: Cell, quick: boolean) => Promise<Place & AsyncDisposable>;
  /** Removes the packed packages and the folders of all cells. Installed tools remain for the next run. */
  readonly close: () => Promise<void>;
}

/** Time limit in seconds. The limit applies to each program and to each page that reports results. */
const limit = 300;

/**
 * Fixed versions of packages that the tools depend on indirectly. Newer versions of the packages have no builds for
 * some platforms.
 */
const overrides = {
  '@swc/core': '1.16.18',
  'msgpackr-extract': '3.0.3',
  rolldown: '1.2.19',
  rollup: '4.67.4',
  'unrs-resolver': '1.12.2',
};

/** Packs the packages and compiles the scenario. The packages must be built first. */
export async function openWorkshop(): Promise<Workshop> {
  const root = await mkdtemp(join(tmpdir(), 'mock-services-matrix-run-'));
  const tarballs = (await packAll(root)).map(({ tarball }) => tarball);
  const project = join(root, 'project');
  await writeAll(project, { 'package.json': '{ "private": true, "type": "module" }\n' });
  await installInto(project, [...tarballs, `msw@${versionAt('node_modules/msw')}`]);
  const scenario = await compileScenario();

  const folders = new Map<string, Promise<string>>();
  /**
   * Creates the folder for a cell, and installs the packages in that folder. The folder is inside the tools folder, so
   * that its modules find the packages and the tools.
   */
  const makeFolder = async (tools: string, cell: Cell): Promise<string> => {
    await installTools(tools, cell);
    const folder = await mkdtemp(join(tools, 'run-'));
    await cp(project, folder, { recursive: true, verbatimSymlinks: true });
    return folder;
  };
  const open = async (cell: Cell, quick: boolean): Promise<Place & AsyncDisposable> => {
    const tools = toolsFolder(cell);
    const made = folders.get(tools) ?? makeFolder(tools, cell);
    folders.set(tools, made);
    const folder = join(await made, cell.name);
    await writeAll(folder, scenario);
    return openPlace({ folder, tools, tarballs, quick });
  };
  const close = async (): Promise<void> => {
    const made = await Promise.allSettled(folders.values());
    const paths = made.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    await Promise.all([root, ...paths].map((path) => rm(path, { recursive: true, force: true })));
  };
  return { open, close };
}

/**
 * Returns the path of the folder in which a cell's tools, such as bundlers, are installed. Each combination of tool
 * versions has its own folder outside the repository.
 */
function toolsFolder({ packages = {}, scripts }: Cell): string {
  const hash = createHash('sha256').update(JSON.stringify([packages, overrides, scripts]));
  const name = `${Object.keys(packages)[0]?.replaceAll('/', '-') ?? 'none'}-${hash.digest('hex').slice(0, 12)}`;
  return join(tmpdir(), 'mock-services-matrix', name);
}

/**
 * Installs the packages that a cell needs, if they are missing. The tools folder is created only after a complete
 * installation.
 */
async function installTools(tools: string, { packages = {}, scripts }: Cell): Promise<void> {
  if (existsSync(tools)) return;
  const draft = `${tools}-${process.pid}`;
  await writeAll(draft, { 'package.json': JSON.stringify({ private: true, overrides }) });
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const flags = [
    '--no-save',
    '--no-package-lock',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  if (scripts !== true) flags.push('--ignore-scripts');
  try {
    if (names.length > 0) {
      const options = { cwd: draft, seconds: 600 };
      const { status, output } = await command('npm', ['install', ...flags, ...names], options);
      if (status !== 0)
        throw new Unavailable(`The command "npm install ${names.join(' ')}" failed:\n${output}`);
    }
    // Another run may have installed the same tools in the meantime.
    if (!existsSync(tools)) await rename(draft, tools);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Compiles the modules of the scenario. Each compiled module is a single file that imports the packages. */
async function compileScenario(): Promise<Files> {
  const compile = async (name: string, format: 'esm' | 'cjs'): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [at('tools/matrix/scenario', name)],
      bundle: true,
      packages: 'external',
      // The empty value makes esbuild ignore the repository's tsconfig.json, which maps the packages to their sources.
      tsconfigRaw: {},
      format,
      platform: 'neutral',
      target: 'es2022',
      write: false,
    });
    return outputFiles[0]?.text ?? '';
  };
  return {
    'scenario.mjs': await compile('index.ts', 'esm'),
    'scenario.cjs': await compile('index.ts', 'cjs'),
    'page.mjs': await compile('page.ts', 'esm'),
  };
}

type PlaceOptions = Pick<Place, 'folder' | 'tools' | 'tarballs' | 'quick'>;

async function openPlace(options: PlaceOptions): Promise<Place & AsyncDisposable> {
  const { folder, tools } = options;
  // The import is dynamic because the packages may not be built when this module is loaded.
  const { createFakeServer } = await import('@mock-services/fake-server/core');
  const { demoSeed } = await import('@mock-services/fake-server/demo');
  const { serve } = await import('@mock-services/fake-server/node');
  const running = await serve(createFakeServer({ seed: demoSeed() }), { admin: true, corsOrigin: '*' });
  const inbox = await openInbox(running.url, join(folder, 'dist'));
  await writeAll(folder, {
    'main.mjs': `import { report } from './scenario.mjs';\nawait report('${inbox.url}');\n`,
  });
  /** Splits a command into words. If the first word is the name of a tool, the path of the tool replaces the name. */
  const parse = (command: string): readonly [string, ...string[]] => {
    const [name = '', ...args] = command.split(' ');
    const path = join(tools, 'node_modules/.bin', name);
    return [existsSync(path) ? path : name === 'node' ? process.execPath : name, ...args];
  };
  return {
    ...options,
    fake: running.url,
    inbox: inbox.url,
    write: (files) => writeAll(folder, files),
    execute: async (line, { cwd = folder, env = {} } = {}) => {
      const [file, ...args] = parse(line);
      const { status, output } = await command(file, args, { cwd, env, seconds: limit });
      if (status === 0) return output;
      throw new Error(`The command "${line}" exited with ${status ?? 'a signal'}:\n${output}`);
    },
    serve: async (line, during) => {
      const [file, ...args] = parse(line);
      const server = start(file, args, folder);
      try {
        return await during();
      } finally {
        await server.stop();
      }
    },
    reported: (seconds = limit) => Promise.race([inbox.checks, timeLimit(seconds)]),
    [Symbol.asyncDispose]: async () => {
      inbox.close();
      await running.close();
    },
  };
}

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

async function timeLimit(seconds: number): Promise<never> {
  await sleep(seconds * 1000, undefined, { ref: false });
  throw new Error(`The scenario did not send its results within ${seconds} seconds.`);
}
