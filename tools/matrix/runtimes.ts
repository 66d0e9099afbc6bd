/**
 * This module runs the scenario in runtimes that are not browsers, and in servers that accept a web-standard handler.
 */
import { build } from 'esbuild';
import { freePort, listening } from '../lib/servers.ts';
import { program, type Cell, type Place } from './cell.ts';

/** Name of the npm package that contains Node for this platform. The executable of the package is `.bin/node`. */
const nodePackage = `node-${process.platform}-${process.arch}`;
export const lowestNode = { packages: { [nodePackage]: '22.12.0' } } as const;
export const highestNode = { packages: { [nodePackage]: '26.9.0' } } as const;
/** The bun package. The install script of bun selects the executable for this platform. */
export const bun = { packages: { bun: '1.4.5' }, scripts: true } as const;
export const deno = { packages: { deno: '2.9.5' } } as const;
const workerd = { packages: { workerd: '1.20260730.1', miniflare: '4.20260730.0' } } as const;

/** Bundles a module and the packages into `bundle.js`. The runtime can load only a single script. */
async function writeBundle(
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

const runEdge: Cell['run'] = async (place) => {
  const script = `import { report } from './scenario.mjs';\nglobalThis.reported = report('${place.inbox}');\n`;
  await writeBundle(place, script, 'iife');
  const main = `
import { readFileSync } from 'node:fs';
import { EdgeVM } from '@edge-runtime/vm';
const vm = new EdgeVM();
vm.evaluate(readFileSync('bundle.js', 'utf8'));
await vm.evaluate('globalThis.reported');
`;
  return program('node main.mjs', () => ({ 'main.mjs': main }))(place);
};

/** Miniflare options for a bundle. */
const bundled = `modules: true, scriptPath: 'bundle.js', compatibilityDate: '2026-01-01'`;

/**
 * Returns the source of a Cloudflare Worker. The Worker runs the scenario itself. For the path `/object`, the Durable
 * Object of the Worker runs the scenario.
 */
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

/**
 * Calls a Cloudflare Worker twice. In Cloudflare Workers, a request must not use objects that belong to another
 * request. If the packages reused an object, the second call to the Worker would fail.
 */
function runWorker(path: string): Cell['run'] {
  const main = `
import { Miniflare } from 'miniflare';
const runtime = new Miniflare({ ${bundled}, durableObjects: { OBJECT: 'Scenario' } });
for (const query of ['?first', '']) {
  const response = await runtime.dispatchFetch('http://worker.test${path}' + query);
  if (!response.ok) throw new Error(await response.text());
  await response.text();
}
await runtime.dispose();
`;
  return async (place) => {
    await writeBundle(place, workerScript(place.inbox), 'esm');
    return program('node main.mjs', () => ({ 'main.mjs': main }))(place);
  };
}

const handler = `
import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
const handler = createHandler(createFakeServer({ seed: demoSeed() }), { admin: true });
`;

/** Returns a `run` function that serves the handler on a port, and runs the scenario in Node against the port. */
function serving(command: string, moduleOf: (port: number) => string): Cell['run'] {
  return async (place) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await writeBundle(place, `${handler}export default { fetch: handler };`, 'esm');
    await place.write({
      'server.mjs': moduleOf(port),
      'main.mjs': `
import { portAdapter, report } from './scenario.mjs';
await report('${place.inbox}', portAdapter('${url}', 'handler'));
`,
    });
    await place.serve(`${command} server.mjs`, async () => {
      await listening(url);
      await place.execute('node main.mjs');
    });
    return {};
  };
}

const serveWithBun = (port: number): string =>
  `${handler}Bun.serve({ hostname: '127.0.0.1', port: ${port}, fetch: handler });\n`;

const serveWithDeno = (port: number): string =>
  `${handler}Deno.serve({ hostname: '127.0.0.1', port: ${port} }, handler);\n`;

const serveWithWorkerd = (port: number): string =>
  `import { Miniflare } from 'miniflare';\nnew Miniflare({ ${bundled}, host: '127.0.0.1', port: ${port} });\n`;

export const runtimes: readonly Cell[] = [
  {
    name: 'node-lowest',
    title: 'Node, the lowest supported',
    ...lowestNode,
    quick: true,
    run: program('node main.mjs'),
  },
  { name: 'node-highest', title: 'Node, the highest', ...highestNode, run: program('node main.mjs') },
  { name: 'bun', title: 'Bun', ...bun, quick: true, run: program('bun main.mjs') },
  { name: 'deno', title: 'Deno', ...deno, quick: true, run: program('deno run --allow-all main.mjs') },
  { name: 'workerd', title: 'workerd, a Worker', ...workerd, quick: true, run: runWorker('/') },
  { name: 'workerd-object', title: 'workerd, a Durable Object', ...workerd, run: runWorker('/object') },
  {
    name: 'edge-runtime',
    title: 'Edge Runtime',
    packages: { '@edge-runtime/vm': '5.0.0' },
    quick: true,
    run: runEdge,
  },
];

export const servers: readonly Cell[] = [
  { name: 'bun-serve', title: '`Bun.serve`', ...bun, quick: true, run: serving('bun', serveWithBun) },
  {
    name: 'deno-serve',
    title: '`Deno.serve`',
    ...deno,
    quick: true,
    run: serving('deno run --allow-all', serveWithDeno),
  },
  { name: 'workerd-serve', title: 'workerd, a Worker', ...workerd, run: serving('node', serveWithWorkerd) },
];
