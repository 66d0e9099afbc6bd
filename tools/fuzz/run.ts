/** `npm run fuzz`: throws odd input at everything that reads any, and keeps what goes wrong. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { at, root } from '../lib/paths.ts';
import { targets } from './targets/index.ts';

const names = Object.keys(targets);

const usage = `Usage: npm run fuzz -- [--minutes <number>] [--only <target>]… [--seed <number>]

Throws odd input at everything that reads outside input. After each: no error outside the documented ones, nothing
changed unless the response is a success, and a well-behaved client is served at once. An input that breaks this is
made small and kept in tools/fuzz/corpus, where npm test tries it from then on: give it a name that says what it is.

  --minutes <number>  how long, for each target. Default 1
  --only <target>     one target instead of all; repeatable
  --seed <number>     repeats a run. Default: another at every run

Targets: ${names.join(', ')}.`;

interface Options {
  readonly minutes: number;
  readonly only: readonly string[];
  readonly seed: number;
}

function readArguments(): Options | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      minutes: text,
      only: { ...text, multiple: true },
      seed: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const minutes = Number(values.minutes ?? 1);
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const only = values.only ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no target ${unknown}. Targets: ${names.join(', ')}.`);
  if (!(minutes > 0 && minutes < Infinity))
    throw new Error(`--minutes takes a number above 0, not ${values.minutes}.`);
  if (!Number.isInteger(seed)) throw new Error(`--seed takes a whole number, not ${values.seed}.`);
  return { minutes, only, seed };
}

/** Runs a target in a process of its own, which is ended if it hangs. Resolves to whether all held. */
function fuzz(name: string, { minutes, seed }: Options): Promise<boolean> {
  const seconds = minutes * 60;
  const script = [at('tools/fuzz/worker.ts'), name, String(seconds), String(seed)];
  const sources = ['--import', at('packages/fake-server/test/node/from-sources.ts')];
  const worker = spawn(process.execPath, [...sources, ...script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  worker.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const hung = setTimeout(() => worker.kill('SIGKILL'), (seconds + 120) * 1000);
  return new Promise((resolve) => {
    worker.on('close', (code, signal) => {
      clearTimeout(hung);
      const ending = code === 0 ? 'held' : signal === 'SIGKILL' ? 'HUNG' : 'FAILED';
      console.log(`${ending}  ${name}: ${output.trim() || `seed ${seed}, exit ${code ?? signal}`}`);
      resolve(code === 0);
    });
  });
}

async function main(): Promise<number> {
  const options = readArguments();
  if (options === undefined) {
    console.log(usage);
    return 0;
  }
  const { only, minutes, seed } = options;
  console.log(`Fuzzing ${only.join(', ')} for ${minutes} min each, seed ${seed}`);
  const waiting = [...only];
  const results: boolean[] = [];
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      results.push(await fuzz(name, options));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results.every(Boolean) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
