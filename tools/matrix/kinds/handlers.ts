/** `createHandler` in servers that take a web-standard handler: the scenario calls it from Node. */
import type { Cell, Context } from '../cell.ts';
import { writeBundle } from './runtimes.ts';
import { freePort, listening, start } from '../../lib/servers.ts';

const kind = 'Servers with `createHandler`';

const handler = `
import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
const handler = createHandler(createFakeServer(), { admin: true });
`;

const main = (inbox: string, url: string): string => `
import { portFace, report } from './scenario.mjs';
await report('${inbox}', { ...portFace('${url}'), name: 'handler' });
`;

/** A program that serves on a port, and the command that runs it. */
interface Server {
  readonly files: (context: Context, port: number) => Promise<Readonly<Record<string, string>>>;
  readonly command: (context: Context) => readonly [file: string, ...args: string[]];
}

function serving({ files, command }: Server): Cell['run'] {
  return async (context) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await context.write({
      'scenario.mjs': context.scenario.esm,
      'main.mjs': main(context.inbox, url),
      ...(await files(context, port)),
    });
    const [file, ...args] = command(context);
    const server = start(file, args, context.folder);
    try {
      await listening(url);
      await context.execute(process.execPath, 'main.mjs');
    } finally {
      await server.stop();
    }
    return {};
  };
}

const workerd: Server = {
  files: async (context, port) => {
    await writeBundle(context, `${handler}export default { fetch: handler };`, 'esm');
    return {
      'server.mjs': `
import { Miniflare } from 'miniflare';
new Miniflare({
  modules: true,
  scriptPath: 'bundle.js',
  compatibilityDate: '2026-01-01',
  host: '127.0.0.1',
  port: ${port},
});
`,
    };
  },
  command: () => [process.execPath, 'server.mjs'],
};

export const handlers: readonly Cell[] = [
  {
    name: 'bun-serve',
    kind,
    title: '`Bun.serve`',
    tools: 'quick',
    version: 'bun',
    quick: true,
    run: serving({
      files: async (_, port) => ({
        'server.mjs': `${handler}Bun.serve({ hostname: '127.0.0.1', port: ${port}, fetch: handler });\n`,
      }),
      command: ({ tool }) => [tool('.bin/bun'), 'server.mjs'],
    }),
  },
  {
    name: 'deno-serve',
    kind,
    title: '`Deno.serve`',
    tools: 'quick',
    version: 'deno',
    quick: true,
    run: serving({
      files: async (_, port) => ({
        'server.mjs': `${handler}Deno.serve({ hostname: '127.0.0.1', port: ${port} }, handler);\n`,
      }),
      command: ({ tool }) => [tool('.bin/deno'), 'run', '--allow-all', 'server.mjs'],
    }),
  },
  {
    name: 'workerd-serve',
    kind,
    title: 'workerd, a Worker',
    tools: 'quick',
    version: 'workerd',
    quick: true,
    run: serving(workerd),
  },
];
