/** The gate's heavy checkers: a package of their own, installed when they are first needed. */
import { command } from './command.ts';
import { isInstalled, readLockfile } from './lockfile.ts';
import { at } from './places.ts';

const folder = at('.ci/checkers');

/** Installs what the lockfile of the checkers names, unless it is there. */
export async function installCheckers(): Promise<void> {
  const wanted = readLockfile(at('.ci/checkers/package-lock.json'));
  if (isInstalled(wanted, readLockfile(at('.ci/checkers/node_modules/.package-lock.json')))) return;
  const { status, output } = await command('npm', ['ci'], { cwd: folder, seconds: 300 });
  if (status !== 0) throw new Error(`npm ci in .ci/checkers failed:\n${output}`);
}
