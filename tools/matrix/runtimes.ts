/** Runtimes other than browsers. */
import { build } from 'esbuild';
import { mainModule, program, type Cell, type Place } from './cell.ts';

/** Package with the Node builds for this platform. */
export const nodePackage = `node-${process.platform}-${process.arch}`;

/** Tools that several kinds use. */
export const lowestNode = { packages: { [nodePackage]: '22.12.0' } } as const;
export const highestNode = { packages: { [nodePackage]: '26.9.0' } } as const;
/** Its install script puts the program for this platform into place. */
export const bun = { packages: { bun: '1.4.5' }, scripts: true } as const;
export const deno = { packages: { deno: '2.9.5' } } as const;
export const workerd = { packages: { workerd: '1.20260730.1', miniflare: '4.20260730.0' } } as const;

/** Path of the Node build that a cell has installed. */
export const nodeOf = ({ tool }: Place): string => tool(nodePackage, 'bin/node');

/** Bundles a module and the packages into `bundle.js` for a runtime that loads a single script. */
export async function writeBundle(
  { folder, write }: Place,
  contents: string,
  format: 'esm' | 'iife',
): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format,
    platform: 'browser',
    conditions: ['worker'],
    external: ['cloudflare:*'],
    write: false,
  });
  await write({ 'bundle.js': outputFiles[0]?.text ?? '' });
}

/** Runs a module as a bundle that `main` loads. */
function bundled(contents: (inbox: string) => string, format: 'esm' | 'iife', main: string): Cell['run'] {
  return async (place) => {
    await writeBundle(place, contents(place.inbox), format);
    await place.write({ 'main.mjs': main });
    await place.execute([process.execPath, 'main.mjs']);
    return {};
  };
}

const edgeScript = (inbox: string): string => `
import { report } from './scenario.mjs';
globalThis.reported = report('${inbox}');
`;

const edgeMain = `
import { readFileSync } from 'node:fs';
import { EdgeVM } from '@edge-runtime/vm';
const vm = new EdgeVM();
vm.evaluate(readFileSync('bundle.js', 'utf8'));
await vm.evaluate('globalThis.reported');
`;

/** Runs the scenario in the Worker itself, or in its Durable Object for the path /object. */
const workerScript = (inbox: string): string => `
import { DurableObject } from 'cloudflare:workers';
import { report, runScenario } from './scenario.mjs';
async function run({ url }) {
  await (new URL(url).search === '?first' ? runScenario() : report('${inbox}'));
  return new Response('reported');
}
export class Scenario extends DurableObject {
  fetch(request) {
    return run(request);
  }
}
export default {
  fetch(request, { OBJECT }) {
    const isObject = new URL(request.url).pathname === '/object';
    return isObject ? OBJECT.get(OBJECT.idFromName('scenario')).fetch(request) : run(request);
  },
};
`;

/** Calls a Worker twice, because objects of one request cannot be used in another. */
const workerMain = (path: string): string => `
import { Miniflare } from 'miniflare';
const runtime = new Miniflare({
  modules: true,
  scriptPath: 'bundle.js',
  compatibilityDate: '2026-01-01',
  durableObjects: { OBJECT: 'Scenario' },
});
for (const query of ['?first', '']) {
  const response = await runtime.dispatchFetch('http://worker.test${path}' + query);
  if (!response.ok) throw new Error(await response.text());
  await response.text();
}
await runtime.dispose();
`;

const onNode = program(mainModule, (place) => [nodeOf(place), 'main.mjs']);

export const runtimes: readonly Cell[] = [
  { name: 'node-lowest', title: 'Node, the lowest supported', ...lowestNode, quick: true, run: onNode },
  { name: 'node-highest', title: 'Node, the highest', ...highestNode, run: onNode },
  {
    name: 'bun',
    title: 'Bun',
    ...bun,
    quick: true,
    run: program(mainModule, ({ tool }) => [tool('.bin/bun'), 'main.mjs']),
  },
  {
    name: 'deno',
    title: 'Deno',
    ...deno,
    quick: true,
    run: program(mainModule, ({ tool }) => [tool('.bin/deno'), 'run', '--allow-all', 'main.mjs']),
  },
  {
    name: 'workerd',
    title: 'workerd, a Worker',
    ...workerd,
    quick: true,
    run: bundled(workerScript, 'esm', workerMain('/')),
  },
  {
    name: 'workerd-object',
    title: 'workerd, a Durable Object',
    ...workerd,
    run: bundled(workerScript, 'esm', workerMain('/object')),
  },
  {
    name: 'edge-runtime',
    title: 'Edge Runtime',
    packages: { '@edge-runtime/vm': '5.0.0' },
    quick: true,
    run: bundled(edgeScript, 'iife', edgeMain),
  },
];
