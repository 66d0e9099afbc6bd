/** A project outside the workspace that has the packages installed from their tarballs. */
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import ts from 'typescript';
import { inject } from 'vitest';
import { command, type Outcome } from '../../../tools/lib/command.ts';
import { installInto } from '../../../tools/lib/packed.ts';
import { at } from '../../../tools/lib/paths.ts';
import { commonJs, compilerOptions, type Setting } from './settings.ts';

/** A project that uses the packages. */
export interface Consumer {
  readonly folder: string;
  /** Runs one of its files with a Node. */
  run(node: string, file: string, ...args: readonly string[]): Promise<Outcome>;
  /** Runs a program of a package, as `npx` does, with a Node. */
  execute(node: string, program: string, ...args: readonly string[]): Promise<Outcome>;
  /** Checks the types of `files` with the compiler at `tsc`. */
  compile(tsc: string, setting: Setting, files: readonly string[]): Promise<Outcome>;
  remove(): Promise<void>;
}

/** Installs both tarballs and `dependencies` beside the files that `write` writes, by default those in `consumer/`. */
export async function createConsumer(
  dependencies: readonly string[],
  write: (folder: string) => Promise<void> = writeFiles,
): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-consumer-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await write(folder);
    await installInto(folder, [...inject('packed').map(({ tarball }) => tarball), ...dependencies]);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    // Node 22.12 warns that require() of an ES module is experimental.
    run: (node, file, ...args) =>
      command(node, ['--disable-warning=ExperimentalWarning', file, ...args], { cwd: folder }),
    execute: (node, program, ...args) => {
      const path = `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`;
      return command(join(folder, 'node_modules/.bin', program), args, { cwd: folder, env: { PATH: path } });
    },
    compile: async (tsc, setting, files) => {
      const project = join(folder, `tsconfig.${setting}.json`);
      await writeFile(project, JSON.stringify({ compilerOptions: compilerOptions[setting], files }));
      return command(process.execPath, [tsc, '-p', project], { cwd: folder, seconds: 110 });
    },
    remove,
  };
}

/** Copies the recipe for Jest, and the TypeScript files as ES modules, as CommonJS and transpiled. */
async function writeFiles(folder: string): Promise<void> {
  await cp(at('.ci/checks/packages/consumer'), folder, { recursive: true });
  await cp(at('examples/recipes/jest'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await writeFile(join(folder, 'use.cjs'), commonJs);
  for await (const name of glob('*.ts', { cwd: folder })) {
    const text = await readFile(join(folder, name), 'utf8');
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { ...options, rewriteRelativeImportExtensions: true },
    });
    await writeFile(join(folder, name.replace(/ts$/, 'js')), outputText);
    await writeFile(join(folder, name.replace(/ts$/, 'cts')), text);
  }
}
