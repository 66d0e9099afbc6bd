/** Fuzzes one target, in a process of its own: `node worker.ts <target> <seconds> <seed>`. */
import fc from 'fast-check';
import { corpusOf, keep } from './corpus.ts';
import { targets } from './targets/index.ts';

/** How long one input may take, in milliseconds; more is a hang. */
const longest = 60_000;

const [name = '', seconds = '', seed = ''] = process.argv.slice(2);

/** What was thrown where nobody could catch it since the input began. */
let stray: unknown;
process.on('uncaughtException', (error) => (stray = error));
process.on('unhandledRejection', (reason) => (stray = reason));

async function main(): Promise<number> {
  const load = targets[name];
  if (load === undefined) throw new Error(`There is no target ${name}.`);
  const { inputs, check, close } = await load();
  let runs = 0;
  const run = async (input: unknown): Promise<void> => {
    runs += 1;
    stray = undefined;
    await check(input as never);
    // Whatever the input left behind has a turn to go wrong in.
    await new Promise(setImmediate);
    if (stray !== undefined) throw new Error('thrown where nobody catches it', { cause: stray });
  };
  for (const { input } of corpusOf(name)) await run(input);
  const result = await fc.check(fc.asyncProperty(inputs, run), {
    seed: Number(seed),
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: Number(seconds) * 1000,
    timeout: longest,
  });
  await close?.();
  if (!result.failed) {
    console.log(`${runs} inputs`);
    return 0;
  }
  const { counterexample, errorInstance, counterexamplePath } = result;
  const text = fc.stringify(counterexample?.[0]).slice(0, 2000);
  console.log(`after ${runs} inputs, seed ${seed}, path ${counterexamplePath ?? ''}\n${text}`);
  console.log(errorInstance);
  console.log(`Kept as ${keep(name, counterexample?.[0])}`);
  return 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.log(error);
  process.exitCode = 1;
}
