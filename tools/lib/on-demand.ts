/** Packages outside the workspace, each with a lockfile of its own, that are installed when they are first needed. */
import { command } from './command.ts';
import { at } from './paths.ts';

/** Installs what the lockfile in `folder` names; takes about a second when it is already there. */
export async function installOnDemand(folder: string): Promise<void> {
  const { status, output } = await command('npm', ['install', '--no-save', '--prefer-offline'], {
    cwd: at(folder),
    seconds: 300,
  });
  if (status !== 0) throw new Error(`npm install in ${folder} failed:\n${output}`);
}
