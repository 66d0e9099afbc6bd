/** `npm run bench`: the benches of both packages, and the page with their results. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { command } from '../lib/command.ts';
import { at, root } from '../lib/paths.ts';
import { pageOf, plotFile, type Bench } from './page.ts';
import { installPeers } from './peers.ts';
import { drawCurve } from './plot.ts';
import { readResults } from './report.ts';

const usage = `Usage: npm run bench [-- --quick | --page | <part>…]

Builds both packages, compares them with their peers and writes docs/performance.md. Takes about twenty minutes on
two otherwise idle processors. Peers are installed in tools/peers when they are first needed.

  --quick   takes a minute or two, without peers, and does not write docs/performance.md: shows that the benches work
  --page    measures nothing: writes docs/performance.md from the saved results
  <part>    runs this part of the benches that have it, without peers, and saves nothing. With --quick too.
            growth takes a few minutes: every public function at a size and at 8 times that size

The exit code is 1 when a limit is missed. One part of one bench, after npm run build:js, with peers and saved for --page:
npm run bench -w packages/sdk -- <part>. --help there lists the parts.`;

const packages = ['packages/sdk', 'packages/fake-server'];

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const isPart = args.some((arg) => !arg.startsWith('--'));
  const code = args.includes('--page')
    ? 0
    : await measure(isPart ? [...args, '--alone', '--if-present'] : args);
  if (!isPart && !args.includes('--quick')) await writePage();
  return code;
}

/** Runs every bench, even if an earlier one misses a limit. */
async function measure(args: readonly string[]): Promise<number> {
  const build = await command('npm', ['run', '--silent', 'build:js'], { cwd: root, seconds: 120 });
  if (build.status !== 0) throw new Error(`the packages cannot be built:\n${build.output}`);
  const codes: number[] = [];
  for (const folder of packages) {
    console.log(`\n== ${nameOf(folder)}`);
    const npm = ['run', '--silent', 'bench', '-w', folder, '--', ...args];
    const [code] = (await once(spawn('npm', npm, { cwd: root, stdio: 'inherit' }), 'close')) as [
      number | null,
    ];
    codes.push(code ?? 1);
  }
  // A bench that has none of the parts that were named exits with 2.
  const ran = codes.filter((code) => code !== 2);
  if (ran.length === 0) console.log(usage);
  return ran.length === 0 ? 2 : Math.max(...ran);
}

async function writePage(): Promise<void> {
  await installPeers();
  const benches = packages.map((folder): Bench => {
    const short = folder.replace('packages/', '');
    return { name: nameOf(folder), short, parts: readResults(at(folder, 'bench')) };
  });
  for (const old of globSync('docs/performance-*.svg', { cwd: root })) rmSync(at(old));
  for (const bench of benches) {
    for (const curve of bench.parts.flatMap(({ curves = [] }) => curves)) {
      writeFileSync(at('docs', plotFile(bench, curve)), await drawCurve(curve));
    }
  }
  writeFileSync(at('docs/performance.md'), pageOf(benches));
  console.log('\ndocs/performance.md is written.');
}

function nameOf(folder: string): string {
  const { name } = JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8')) as { readonly name: string };
  return name;
}

process.exitCode = await main(process.argv.slice(2));
