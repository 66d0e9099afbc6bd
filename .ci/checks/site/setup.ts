/** Builds the site, as `npm run docs` does. */
import { command } from '../../../tools/lib/command.ts';
import { root } from '../../../tools/lib/paths.ts';

export async function setup(): Promise<void> {
  const { status, output } = await command('npm', ['run', '--silent', 'docs'], { cwd: root, seconds: 400 });
  if (status !== 0) throw new Error(`npm run docs failed:\n${output}`);
}
