import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { build } from 'esbuild';
import { at } from '../../../../tools/lib/paths.ts';

/**
 * The types of miniflare that this module needs. The declarations of miniflare itself would require Cloudflare's
 * types.
 */
interface MiniflareModule {
  readonly Miniflare: new (options: object) => { readonly ready: Promise<URL>; dispose(): Promise<void> };
}

const { Miniflare } = createRequire(import.meta.url)('miniflare') as MiniflareModule;

interface WorkerdOptions {
  /** Source text of the Worker's module in TypeScript. */
  readonly module: string;
  /** Class names of the Durable Objects by the name of their binding. The default is `{ WORLDS: 'World' }`. */
  readonly objects?: Readonly<Record<string, string>>;
  /** Environment variables. */
  readonly env?: object;
  /** Folder that stores the data of the Durable Objects. By default, the data is lost when the runtime exits. */
  readonly folder?: string;
}

export interface Workerd extends AsyncDisposable {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a Worker in workerd, the runtime of Cloudflare Workers, on a free loopback port. */
export async function startWorkerd({
  module,
  objects = { WORLDS: 'World' },
  env = {},
  folder,
}: WorkerdOptions): Promise<Workerd> {
  const classes = Object.entries(objects).map(([binding, className]) => [
    binding,
    { className, useSQLite: true },
  ]);
  const runtime = new Miniflare({
    modules: true,
    script: await bundled(module),
    compatibilityDate: '2026-01-01',
    durableObjects: Object.fromEntries(classes) as object,
    bindings: env,
    host: '127.0.0.1',
    port: 0,
    // Discard the output of workerd. It prints an error for each body that fails because of a fault.
    handleRuntimeStdio: (...streams: readonly Readable[]) => streams.forEach((stream) => stream.resume()),
    ...(folder !== undefined && { durableObjectsPersist: folder }),
  });
  const url = (await runtime.ready).origin;
  const close = () => runtime.dispose();
  return { url, close, [Symbol.asyncDispose]: close };
}

/** Bundles a module. Imports of the packages are resolved to their sources. */
async function bundled(module: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: module, loader: 'ts', resolveDir: at('packages/fake-server') },
    tsconfig: at('tsconfig.json'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd', 'worker'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
