/** `npm run bench` measures the client and the fake server, and compares the results with limits (guards). */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { command } from '../lib/command.ts';
import { root } from '../lib/paths.ts';
import type { Guard } from './measure.ts';
import { installPeers } from './peers.ts';

const usage = `Usage: npm run bench [-- sdk fake-server playwright growth]

Builds the SDK and the fake server, measures them side by side with two peers (about three minutes), and prints a table of
ratios with their limits. Exits with 1 if a limit is exceeded twice in a row. Sizes are checked by \`npm run size\`.

  sdk, fake-server, playwright, growth   measure only these sections`;

/** Import the sections after the build, because they import the built packages. */
const sections: Readonly<Record<string, () => Promise<() => Promise<Guard[]>>>> = {
  sdk: async () => (await import('./sdk.ts')).measureClient,
  'fake-server': async () => (await import('./fake-server.ts')).measureFakeServer,
  playwright: async () => (await import('./playwright.ts')).measurePlaywright,
  growth: async () => (await import('./growth.ts')).measureGrowth,
};

const isBroken = ({ measured, atMost }: Guard): boolean => !(measured <= atMost);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in sections));
  if (values.help === true || unknown.length > 0) {
    console.log([...unknown.map((name) => `Unknown section "${name}".\n`), usage].join('\n'));
    return unknown.length > 0 ? 2 : 0;
  }
  console.error('Building, and installing the peers …');
  for (const workspace of ['packages/sdk', 'packages/fake-server']) {
    const args = ['run', '--silent', 'build', '-w', workspace, '--', '--no-dts'];
    const build = await command('npm', args, { cwd: root, seconds: 300 });
    if (build.status !== 0) throw new Error(`The build of ${workspace} failed:\n${build.output}`);
  }
  await installPeers();
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log('\n| guard | measured | at most |\n| --- | --: | --: |');
  let broken = 0;
  for (const [name, load] of Object.entries(sections)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`Measuring ${name} …`);
    const measure = await load();
    let guards = await measure();
    // Other load on the machine may have made a guard fail, so measure once more.
    if (guards.some(isBroken)) guards = await measure();
    for (const guard of guards) {
      const { what, measured, atMost } = guard;
      const mark = isBroken(guard) ? ' ← exceeded' : '';
      console.log(`| ${what} | ${measured.toPrecision(3)}${mark} | ${atMost.toPrecision(3)} |`);
    }
    broken += guards.filter(isBroken).length;
  }
  return broken > 0 ? 1 : 0;
}

process.exitCode = await main();
