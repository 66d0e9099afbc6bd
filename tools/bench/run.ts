/**
 * The command `npm run bench` runs this script. The script compares the SDK and the fake server with other libraries,
 * and writes the tables in `docs/performance.md`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { command } from '../lib/command.ts';
import { replaceGenerated } from '../lib/generated.ts';
import { at, root } from '../lib/paths.ts';
import type { Effort } from './measure.ts';
import { installPeers, peersFolder, peerVersions } from './peers.ts';
import { isBroken, number, type Guard, type Result } from './tables.ts';

const usage = `Usage: npm run bench [-- [--quick] [sdk] [fake-server] [growth]]

Builds the SDK and the fake server, compares them with other libraries, prints tables, and writes them to
docs/performance.md. Takes about five minutes on an idle machine. The libraries in tools/bench/peers.json are installed in
${peersFolder} on first use.

  --quick                    takes about a minute and does not write the page
  sdk, fake-server, growth   measure only these sections and do not write the page

Exits with 1 if a guard is exceeded twice in a row. A guard is a limit for a measurement, such as the memory of a world.`;

/**
 * The sections of the benchmarks. Each section is imported after the build, because a section imports the built
 * packages.
 */
const sections: Readonly<Record<string, () => Promise<(effort: Effort) => Promise<Result>>>> = {
  sdk: async () => (await import('./sdk.ts')).compareClients,
  'fake-server': async () => (await import('./fake-server.ts')).compareFakeServer,
  growth: async () => (await import('./growth.ts')).measureGrowth,
};

async function main(): Promise<number> {
  const options = { quick: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.filter((name) => !(name in sections));
  if (values.help === true || unknown.length > 0) {
    console.log([...unknown.map((name) => `Unknown section "${name}".\n`), usage].join('\n'));
    return unknown.length > 0 ? 2 : 0;
  }
  const say = (text: string) => console.log(`  … ${text}`);
  say('build');
  const build = await command('npm', ['run', '--silent', 'build:js'], { cwd: root, seconds: 300 });
  if (build.status !== 0)
    throw new Error(`The command "npm run build" failed. Correct the errors in its output:\n${build.output}`);
  say('peers');
  await installPeers();
  const effort = values.quick === true ? { rounds: 3, ms: 30, say } : { rounds: 5, ms: 150, say };
  const tables: Record<string, string> = { setup: setupList() };
  const broken: Guard[] = [];
  for (const [name, load] of Object.entries(sections)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(`\n${name}`);
    const result = await measure(await load(), effort);
    Object.assign(tables, result.tables);
    broken.push(...result.guards.filter(isBroken));
    console.log(`\n${Object.values(result.tables).join('\n\n')}`);
  }
  if (values.quick !== true && positionals.length === 0) {
    const path = at('docs/performance.md');
    const page = replaceGenerated(await readFile(path, 'utf8'), tables);
    await writeFile(path, await format(page, { ...(await resolveConfig(path)), parser: 'markdown' }));
    console.log('\nUpdated docs/performance.md.');
  }
  for (const guard of broken) {
    console.log(
      `\nExceeded guard: ${guard.what}. Measured ${number(guard.measured)} ${guard.unit}, expected at most ${number(guard.most)}.`,
    );
  }
  return broken.length > 0 ? 1 : 0;
}

/**
 * Runs a section of the benchmarks. If a measurement exceeds its limit, the section runs again, because other load on
 * the machine may be the reason.
 */
async function measure(run: (effort: Effort) => Promise<Result>, effort: Effort): Promise<Result> {
  const result = await run(effort);
  const broken = result.guards.filter(isBroken);
  if (broken.length === 0) return result;
  for (const { what } of broken)
    effort.say(`The section is measured again because a measurement exceeded its limit: ${what}`);
  return run({ ...effort, rounds: effort.rounds * 2 });
}

/** Lists the date, the machine, its load, and the versions of all compared libraries. */
function setupList(): string {
  const load = number(loadavg()[0] ?? 0);
  const peers = Object.entries(peerVersions).map(([name, version]) => `${name} ${version}`);
  return [
    `- Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node}.`,
    `- Machine: ${availableParallelism()} processors, ${process.platform} ${process.arch}. Load average at the start: ${load}.`,
    `- Peers: ${peers.join(', ')}.`,
  ].join('\n');
}

process.exitCode = await main();
