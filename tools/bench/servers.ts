/**
 * Servers to compare with. `constants <file>` responds with the body that the JSON file contains for a path.
 * `json-server <file>` serves the mock services of a seed. Prints its URL. Runs as JavaScript in the folder of the
 * libraries.
 */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

interface JsonServer {
  readonly create: () => RequestListener & { readonly use: (middleware: unknown) => void };
  readonly router: (data: object) => unknown;
  readonly rewriter: (rules: Readonly<Record<string, string>>) => unknown;
}

const [kind = '', file = ''] = process.argv.slice(2);
const data = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

function constants(): RequestListener {
  const bodies = new Map(
    Object.entries(data).map(([path, body]) => [path, Buffer.from(JSON.stringify(body))]),
  );
  return (request, response) => {
    const body = bodies.get(request.url ?? '') ?? Buffer.of();
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    request.resume().on('end', () => {
      response.writeHead(request.method === 'POST' ? 201 : 200, headers);
      response.end(body);
    });
  };
}

async function jsonServer(): Promise<RequestListener> {
  const { default: library } = (await import(kind)) as { default: JsonServer };
  const app = library.create();
  app.use(
    library.rewriter({
      '/configuration/mock-services': '/services',
      '/configuration/mock-service/:id': '/services/:id',
      '/configuration/mock-service': '/services',
    }),
  );
  app.use(library.router({ services: data['mockServices'] }));
  return app;
}

const server = createServer(kind === 'json-server' ? await jsonServer() : constants());
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an AddressInfo.
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
