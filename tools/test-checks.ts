/** `npm run test:checks`: the slow checks of the gate, of the OpenAPI document and of the packed packages. */
import { command } from './lib/command.ts';
import { installOnDemand } from './lib/on-demand.ts';
import { root } from './lib/paths.ts';
import { vitest } from './lib/vitest.ts';

async function main(args: readonly string[]): Promise<number> {
  await installOnDemand('.ci/checkers');
  const build = await command('npm', ['run', 'build'], { cwd: root, seconds: 120 });
  if (build.status !== 0) {
    console.error(build.output);
    return 1;
  }
  return vitest(['--project', 'checks: *', ...args]);
}

process.exitCode = await main(process.argv.slice(2));
