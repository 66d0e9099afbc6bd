/** Serves the page from its sources with Vite, which reloads changed modules. */
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { serviceMeta } from './server/marks.ts';
import { parseService, type Service } from './server/proxy/service.ts';
import { type ExplorerOptions, type RunningExplorer, serviceListener } from './server/server.ts';

/** Forwards requests to the service and adds the service's URL to the page, like the server of the built page. */
const forwardToService = (service: Service): Plugin => ({
  name: 'forward-to-service',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: serviceMeta, content: service.name } }],
  configureServer: ({ middlewares }) => {
    const respond = serviceListener(service);
    middlewares.use((incoming, outgoing, next) => {
      if (!respond(incoming, outgoing)) next();
    });
  },
});

/** Works like `serveExplorer`, but needs no build. */
export async function serveSources({
  service: baseUrl,
  headers = {},
  port,
}: ExplorerOptions): Promise<RunningExplorer> {
  const service = baseUrl === undefined ? undefined : parseService(baseUrl, headers);
  const server = await createServer({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'warn',
    plugins: service === undefined ? [] : [forwardToService(service)],
    server: { ...(port !== undefined && { port }) },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0] ?? '';
  return { url, port: server.config.server.port, service: service?.name, close: () => server.close() };
}
