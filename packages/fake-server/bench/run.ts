/** Measures the fake server beside others that serve the same endpoints: `npm run bench`, after a build. */
import { runBench } from '../../../tools/bench/bench.ts';
import { growth } from './growth.ts';
import { inProcess } from './in-process.ts';
import { manyWorlds } from './many-worlds.ts';
import { port } from './port.ts';
import { start } from './start.ts';
import { state } from './state.ts';
import { worlds } from './worlds.ts';

await runBench(
  import.meta.dirname,
  [inProcess, port, start, state, worlds, manyWorlds, growth],
  process.argv.slice(2),
);
