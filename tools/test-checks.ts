/** `npm run test:checks`: the slow checks of the gate: the OpenAPI document, the packed packages, and long tests. */
import { findChromium, installChromium } from './lib/chromium.ts';
import { command } from './lib/command.ts';
import { installOnDemand } from './lib/on-demand.ts';
import { root } from './lib/paths.ts';
import { vitest } from './lib/vitest.ts';

async function main(args: readonly string[]): Promise<number> {
  await installOnDemand('.ci/checkers');
  const build = await command('npm', ['run', 'build'], { cwd: root, seconds: 600 });
  if (build.status !== 0) {
    console.error(build.output);
    return 1;
  }
  const chromium = (await findChromium()) ?? (await installChromium());
  if (chromium === undefined) {
    console.error(
      'No Chromium was found or could be installed: apt-get install chromium, or set CHROME_PATH.',
    );
    return 1;
  }
  return vitest(['--project', 'checks: *', ...args], { CHROME_PATH: chromium });
}

process.exitCode = await main(process.argv.slice(2));
