/** Packages outside the workspace, each with a lockfile of its own, that are installed when they are first needed. */
import { command } from './command.ts';
import { isInstalled, readLockfile } from './lockfile.ts';
import { at } from './places.ts';

/** Installs what the lockfile in `folder` names, unless it is there. */
export async function installOnDemand(folder: string): Promise<void> {
  const wanted = readLockfile(at(folder, 'package-lock.json'));
  if (isInstalled(wanted, readLockfile(at(folder, 'node_modules/.package-lock.json')))) return;
  const { status, output } = await command('npm', ['ci'], { cwd: at(folder), seconds: 300 });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed:\n${output}`);
}
