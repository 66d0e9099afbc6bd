/** `npm run test:checks`: the gate's heavy checks, of the document and of the packages as they are published. */
import { installCheckers } from './lib/checkers.ts';
import { command } from './lib/command.ts';
import { root } from './lib/places.ts';
import { vitest } from './lib/vitest.ts';

async function main(args: readonly string[]): Promise<number> {
  await installCheckers();
  const build = await command('npm', ['run', 'build'], { cwd: root, seconds: 120 });
  if (build.status !== 0) {
    console.error(build.output);
    return 1;
  }
  return vitest(['--project', 'checks: *', ...args]);
}

process.exitCode = await main(process.argv.slice(2));
