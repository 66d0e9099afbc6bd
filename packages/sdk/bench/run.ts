/** Measures the SDK beside other clients of the same interface: `npm run bench`, after a build. */
import { runBench } from '../../../tools/bench/bench.ts';
import { get } from './get.ts';
import { growth } from './growth.ts';
import { importTime } from './import-time.ts';
import { list } from './list.ts';
import { size } from './size.ts';
import { stream } from './stream.ts';

await runBench(import.meta.dirname, [size, importTime, get, list, stream, growth], process.argv.slice(2));
