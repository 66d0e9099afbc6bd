/** Installs and runs fixtures outside the repository, as applications of users. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { chromiumPath } from '../../tools/lib/chromium.ts';
import { command } from '../../tools/lib/command.ts';
import type { Fixture } from './list.ts';

const here = import.meta.dirname;

/**
 * Installs the tarballs and the dependencies of a fixture in a copy of its folder, and runs `npm test` there.
 * @param url - Base URL of a service with the sample data.
 * @returns The output of the npm command that failed, or an empty string.
 */
export async function failureIn(
  { folder, packages, recipe = [] }: Fixture,
  tarballs: readonly string[],
  url: string,
): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), `mock-services-${folder}-`));
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    SERVICE: url,
    NEXT_TELEMETRY_DISABLED: '1',
    // vitest sets these variables, which Next, vitest and jest read.
    NODE_ENV: '',
    VITEST: '',
    ...(chromiumPath !== undefined && { CHROME_PATH: chromiumPath }),
  };
  const npm = async (seconds: number, ...args: readonly string[]): Promise<string> => {
    const { status, output } = await command('npm', args, { cwd: copy, env, seconds });
    return status === 0 ? '' : `npm ${args[0] ?? ''} failed:\n${output}`;
  };
  try {
    await cp(join(here, folder), copy, { recursive: true });
    await addShared(copy);
    await addRecipe(copy, join(here, '../../examples/recipes', folder), recipe);
    const options = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund'];
    return (await npm(240, 'install', ...options, ...tarballs, ...packages)) || (await npm(300, 'test'));
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function addShared(folder: string): Promise<void> {
  await cp(join(here, 'shared'), folder, { recursive: true });
  // Jest loads the scenario as CommonJS.
  const options = { bundle: true, packages: 'external', format: 'cjs', tsconfigRaw: '{}' } as const;
  const scenario = join(folder, 'scenario.mjs');
  await build({ ...options, entryPoints: [scenario], outfile: join(folder, 'scenario.cjs') });
}

/** Removes the types, so that no fixture needs TypeScript. */
async function addRecipe(folder: string, outbase: string, files: readonly string[]): Promise<void> {
  const entryPoints = files.map((file) => join(outbase, file));
  await build({ entryPoints, outbase, outdir: folder, format: 'esm', jsx: 'automatic', tsconfigRaw: '{}' });
}
