/** Servers that accept a web-standard handler. Node runs the scenario against `createHandler` in each of them. */
import { freePort, listening, start } from '../lib/servers.ts';
import type { Cell, Command, Place } from './cell.ts';
import { bun, deno, workerd, writeBundle } from './runtimes.ts';

const handler = `
import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
const handler = createHandler(createFakeServer(), { admin: true });
`;

const mainOf = (inbox: string, url: string): string => `
import { portAdapter, report } from './scenario.mjs';
await report('${inbox}', portAdapter('${url}', 'handler'));
`;

/** Starts a server with a module that serves on a port, and runs the scenario against the server. */
function serving(moduleOf: (port: number) => string, command: (place: Place) => Command): Cell['run'] {
  return async (place) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await writeBundle(place, `${handler}export default { fetch: handler };`, 'esm');
    await place.write({ 'main.mjs': mainOf(place.inbox, url), 'server.mjs': moduleOf(port) });
    const [file, ...args] = command(place);
    const server = start(file, args, place.folder);
    try {
      await listening(url);
      await place.execute([process.execPath, 'main.mjs']);
    } finally {
      await server.stop();
    }
    return {};
  };
}

const miniflare = (port: number): string => `
import { Miniflare } from 'miniflare';
new Miniflare({
  modules: true,
  scriptPath: 'bundle.js',
  compatibilityDate: '2026-01-01',
  host: '127.0.0.1',
  port: ${port},
});
`;

export const servers: readonly Cell[] = [
  {
    name: 'bun-serve',
    title: '`Bun.serve`',
    ...bun,
    quick: true,
    run: serving(
      (port) => `${handler}Bun.serve({ hostname: '127.0.0.1', port: ${port}, fetch: handler });\n`,
      ({ tool }) => [tool('.bin/bun'), 'server.mjs'],
    ),
  },
  {
    name: 'deno-serve',
    title: '`Deno.serve`',
    ...deno,
    quick: true,
    run: serving(
      (port) => `${handler}Deno.serve({ hostname: '127.0.0.1', port: ${port} }, handler);\n`,
      ({ tool }) => [tool('.bin/deno'), 'run', '--allow-all', 'server.mjs'],
    ),
  },
  {
    name: 'workerd-serve',
    title: 'workerd, a Worker',
    ...workerd,
    run: serving(miniflare, () => [process.execPath, 'server.mjs']),
  },
];
