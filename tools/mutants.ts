/** `npm run mutants`: StrykerJS changes the sources one place at a time; the tests have to notice. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { command } from './lib/command.ts';
import { installOnDemand } from './lib/on-demand.ts';
import { at, root } from './lib/paths.ts';

/** What is changed, which tests have to notice, and the score that it has to reach, in percent. */
interface Folder {
  readonly source: string;
  /** Files and folders below it that are left to another entry, or to tests of another kind. */
  readonly without?: readonly string[];
  readonly tests: readonly string[];
  readonly least: number;
  /** What serves the fake in tests that run with each server. Default: `serve`. */
  readonly server?: 'createHandler';
  /**
   * Modules that are imported on demand. What they make while they are loaded would otherwise count for the one test that
   * loads them first.
   */
  readonly onDemand?: readonly string[];
}

const [sdk, fake] = ['packages/sdk', 'packages/fake-server'];

const folders: Readonly<Record<string, Folder>> = {
  contract: {
    source: `${sdk}/src/contract`,
    tests: [
      `${sdk}/test/{contract,openapi}/*.test.ts`,
      `${sdk}/test/client/errors.test.ts`,
      `${sdk}/test/activity/from-har.test.ts`,
    ],
    least: 90,
  },
  client: {
    source: `${sdk}/src/client`,
    // Without those that take ten seconds and more, as for `core`.
    tests: [`${sdk}/test/client/!(boundary).test.ts`],
    least: 90,
    onDemand: ['validation/details.ts'],
  },
  core: {
    source: `${fake}/src/core`,
    without: ['server', 'storage', 'variation', 'worlds'],
    // Without those that take ten seconds and more, and would do so for nearly each mutant.
    tests: [
      `${fake}/test/core/!(grease|huge-input|memory).test.ts`,
      `${fake}/test/{admin,msw,server}/*.test.ts`,
      `${fake}/test/storage/stored-world.test.ts`,
      `${fake}/test/behaviour/fetch.test.ts`,
    ],
    least: 90,
    server: 'createHandler',
  },
  'core/storage': {
    source: `${fake}/src/core/storage`,
    tests: [`${fake}/test/storage/*.test.ts`],
    least: 90,
  },
  'core/worlds': {
    source: `${fake}/src/core/worlds`,
    tests: [`${fake}/test/worlds/!(*recipe).test.ts`, `${fake}/test/storage/*.test.ts`],
    least: 90,
    server: 'createHandler',
  },
  'core/variation': {
    source: `${fake}/src/core/variation`,
    tests: [`${fake}/test/core/{grease,behaviour-options,list-order}.test.ts`],
    least: 90,
  },
  'core/server': {
    source: `${fake}/src/core/server`,
    tests: [`${fake}/test/{admin,server}/*.test.ts`, `${fake}/test/behaviour/handler.test.ts`],
    least: 90,
    server: 'createHandler',
    onDemand: ['admin/admin.ts'],
  },
  msw: {
    source: `${fake}/src/msw`,
    tests: [`${fake}/test/msw/*.test.ts`, `${fake}/test/behaviour/msw3.test.ts`],
    least: 90,
  },
  node: {
    source: `${fake}/src/node`,
    // `bin.ts` runs in processes of its own, which mutants do not reach.
    without: ['command', 'bin.ts'],
    tests: [`${fake}/test/{node,admin,server,storage}/**/*.test.ts`, `${fake}/test/behaviour/serve.test.ts`],
    least: 90,
  },
  'node/command': {
    source: `${fake}/src/node/command`,
    tests: [`${fake}/test/node/{program/*,conformance}.test.ts`],
    least: 90,
    onDemand: ['conformance.ts', 'serve.ts', 'json-positions.ts'],
  },
  activity: {
    source: `${sdk}/src/activity`,
    // Without the HAR files beside the repository, which are not copied.
    tests: [`${sdk}/test/activity/!(decode-limits|har-samples).test.ts`],
    least: 85,
  },
  conformance: {
    source: `${fake}/src/conformance`,
    // Not through MSW: two versions of it in one process get in each other's way.
    tests: [
      `${fake}/test/conformance/*.test.ts`,
      `${fake}/test/conformance/faces/{fetch,handler,serve}.test.ts`,
    ],
    least: 85,
  },
};

const names = Object.keys(folders);

const usage = `Usage: npm run mutants -- <folder>… [--since <commit>] [--file <path>]… [--sample <percent>]

Changes the sources one place at a time (StrykerJS) and runs the tests that cover it: a change that no test notices is a
survivor. Incremental: what was tried before and has not changed since is not tried again. A folder takes from minutes
to hours; scores and survivors are in docs/mutants.md.

  <folder>          one or several of: ${names.join(', ')}
  --since <commit>  only the files that differ from that commit
  --file <path>     only this file of the folder; repeatable
  --sample <percent>
                    only so many of the mutants, chosen at random: an estimate of the score, with its 95 % interval. What
                    was tried before is not used
  --seed <text>     what chooses the sample; default: random, and printed
  --parallel <n>    test runs at once; default: 2

The report of a folder is written to .tmp/mutants/<folder>.html.`;

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** The files of a folder to change, as globs. */
async function sourcesOf(
  { source, without = [] }: Folder,
  since: string | undefined,
  only: readonly string[],
): Promise<string[]> {
  if (only.length > 0) return only.filter((file) => file.startsWith(`${source}/`));
  const others = without.map((path) => `${source}/${path}`);
  if (since === undefined) {
    const left = [
      `${source}/**/*.gen.ts`,
      `${source}/**/index.ts`,
      ...others,
      ...others.map((path) => `${path}/**`),
    ];
    return [`${source}/**/*.ts`, ...left.map((glob) => `!${glob}`)];
  }
  const { status, output } = await command('git', ['diff', '--name-only', since, '--', source], {
    cwd: root,
  });
  if (status !== 0) throw new Error(`git cannot compare with ${since}:\n${output}`);
  return output
    .split('\n')
    .filter((file) => /(?<!\.gen|index)\.ts$/.test(file) && !others.some((path) => file.startsWith(path)));
}

interface How {
  /** Percent of the mutants, and what chooses them. Default: all. */
  readonly sample: string | undefined;
  readonly parallel: number;
}

/** Tries the mutants of one folder. Returns whether its score is high enough. */
async function tryMutants(
  name: string,
  folder: Folder,
  mutate: readonly string[],
  { sample, parallel }: How,
): Promise<boolean> {
  const base = at(`.tmp/mutants/${name.replaceAll('/', '-')}`);
  const config = `${base}.config.json`;
  mkdirSync(at('.tmp/mutants'), { recursive: true });
  const options = {
    plugins: [
      at('tools/mutants/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'),
      at('tools/mutants/sample.ts'),
      at('tools/mutants/survivors.ts'),
    ],
    checkers: sample === undefined ? [] : ['sample'],
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutants/vitest.config.ts', related: false },
    mutate,
    coverageAnalysis: 'perTest',
    concurrency: parallel,
    incremental: sample === undefined,
    incrementalFile: `${base}.incremental.json`,
    reporters: ['progress-append-only', 'survivors', 'json', 'html'],
    jsonReporter: { fileName: `${base}.json` },
    htmlReporter: { fileName: `${base}.html` },
    ignorePatterns: ['examples', 'docs/api', '.ci', 'tools/peers', 'dist', '*.tgz'],
    tempDirName: '.tmp/stryker',
    disableTypeChecks: false,
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 20,
  };
  writeFileSync(config, JSON.stringify(options));
  const stryker = at('tools/mutants/node_modules/@stryker-mutator/core/bin/stryker.js');
  const child = spawn(process.execPath, [stryker, 'run', config], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      MUTANTS_TESTS: folder.tests.join(' '),
      MUTANTS_ON_DEMAND: (folder.onDemand ?? []).map((path) => `${folder.source}/${path}`).join(' '),
      MUTANTS_SAMPLE: sample ?? '',
      MUTANTS_SERVER: folder.server ?? '',
    },
  });
  const status = await new Promise((resolve) => child.on('exit', resolve));
  if (status !== 0) throw new Error(`StrykerJS ended with status ${String(status)}.`);
  return summarize(name, folder, JSON.parse(readFileSync(`${base}.json`, 'utf8')) as Report);
}

function summarize(name: string, { least }: Folder, { files }: Report): boolean {
  const count: Record<string, number> = {};
  for (const { status } of Object.values(files).flatMap(({ mutants }) => mutants)) {
    count[status] = (count[status] ?? 0) + 1;
  }
  const { Killed = 0, Timeout = 0, Survived = 0, NoCoverage = 0 } = count;
  const all = Killed + Timeout + Survived + NoCoverage;
  const score = all === 0 ? 100 : ((Killed + Timeout) / all) * 100;
  const parts = `${Killed} killed, ${Timeout} timed out, ${Survived} survived, ${NoCoverage} not covered`;
  const ofAll =
    count['CompileError'] === undefined ? '' : `, of a sample; 95 %: ${intervalOf(Killed + Timeout, all)}`;
  console.log(`${name}: ${score.toFixed(1)} % (at least ${least} %${ofAll}): ${parts}`);
  return score >= least;
}

/** The 95 % interval of a share, by Wilson, as `<from> to <to> %`. */
function intervalOf(part: number, all: number): string {
  if (all === 0) return 'unknown';
  const z = 1.96;
  const share = part / all;
  const middle = share + z ** 2 / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  const [from, to] = [middle - half, middle + half].map((bound) => (bound / (1 + z ** 2 / all)) * 100);
  return `${from?.toFixed(1)} to ${to?.toFixed(1)} %`;
}

function percentOf(text: string): number {
  const percent = Number(text);
  if (percent > 0 && percent <= 100) return percent;
  throw new Error(`--sample is a percentage above 0 and up to 100, not ${JSON.stringify(text)}.`);
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      since: { type: 'string' },
      file: { type: 'string', multiple: true },
      sample: { type: 'string' },
      seed: { type: 'string', default: randomUUID() },
      parallel: { type: 'string', default: '2' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help || positionals.length === 0) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const how: How = {
    sample: values.sample && `${percentOf(values.sample)}:${values.seed}`,
    parallel: Math.max(1, Number.parseInt(values.parallel, 10) || 1),
  };
  if (values.sample !== undefined) console.log(`${values.sample} % of the mutants, --seed ${values.seed}`);
  await installOnDemand('tools/mutants');
  let reached = true;
  for (const name of positionals) {
    const folder = folders[name];
    if (folder === undefined) throw new Error(`There is no folder ${name}. Folders: ${names.join(', ')}.`);
    const mutate = await sourcesOf(folder, values.since, values.file ?? []);
    if (mutate.length === 0) console.log(`${name}: nothing to change`);
    else if (!(await tryMutants(name, folder, mutate, how))) reached = false;
  }
  return reached ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
