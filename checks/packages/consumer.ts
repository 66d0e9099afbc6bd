/** Creates projects outside the repository, which install the packages from their tarballs. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inject } from 'vitest';
import { command, type Outcome } from '../../tools/lib/command.ts';
import { installInto } from '../../tools/lib/packed.ts';
import { at } from '../../tools/lib/paths.ts';
import { versionAt } from '../../tools/lib/version.ts';

export interface Consumer {
  readonly folder: string;
  run(file: string, ...args: readonly string[]): Promise<Outcome>;
  /** Runs an executable of an installed package, as `npx` does. */
  execute(program: string, ...args: readonly string[]): Promise<Outcome>;
  /**
   * Type-checks files, with Node's types unless `options` excludes them. The compiler is the repository's, unless
   * `compiler` names an installed package.
   */
  check(files: readonly string[], options?: object, compiler?: string): Promise<Outcome>;
  remove(): Promise<void>;
}

/** Returns a name with the version that is installed in the repository. */
export const installed = (name: string, folder = name): string =>
  `${name}@${versionAt(`node_modules/${folder}`)}`;

/** The oldest TypeScript version that works, under a name of its own, because MSW 3 refuses to be installed beside it. */
export const oldTypeScript = 'typescript-5.4';
export const oldTypeScriptPackage = `${oldTypeScript}@npm:typescript@5.4.5`;

export const silentSuccess = { status: 0, output: '' };

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

/** The project has the files in `consumer/`, and installs the tarballs and `dependencies`. */
export async function createConsumer(dependencies: readonly string[]): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-consumer-'));
  await cp(at('checks/packages/consumer'), folder, { recursive: true });
  for (const name of ['types', 'types-core'])
    await cp(join(folder, `${name}.ts`), join(folder, `${name}.cts`));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await installInto(folder, [...inject('packed').map(({ tarball }) => tarball), ...dependencies]);
  return {
    folder,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
    // Node 22 warns that it runs TypeScript.
    run: (file, ...args) =>
      command(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], { cwd: folder }),
    execute: (program, ...args) => {
      const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
      return command(join(folder, 'node_modules/.bin', program), args, { cwd: folder, env: { PATH: path } });
    },
    check: async (files, options, compiler) => {
      const typescript =
        compiler === undefined ? at('node_modules/typescript') : join(folder, 'node_modules', compiler);
      const config = await mkdtemp(join(folder, 'tsconfig-'));
      await writeFile(
        join(config, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { ...compilerOptions, ...options },
          files: files.map((file) => join(folder, file)),
        }),
      );
      return command(process.execPath, [join(typescript, 'bin/tsc'), '-p', config], {
        cwd: folder,
        seconds: 110,
      });
    },
  };
}
