/** The gate's heavy checkers: a package of their own, installed when they are first needed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { command } from './command.ts';
import { at } from './places.ts';

const folder = at('.ci/checkers');
const stamp = at('.ci/checkers/node_modules/.lockfile-sha256');

/** Installs what the lockfile of the checkers names, unless that is what is there. */
export async function installCheckers(): Promise<void> {
  const wanted = createHash('sha256')
    .update(readFileSync(at('.ci/checkers/package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const { status, output } = await command('npm', ['ci'], { cwd: folder, seconds: 300 });
  if (status !== 0) throw new Error(`npm ci in .ci/checkers failed:\n${output}`);
  writeFileSync(stamp, wanted);
}
