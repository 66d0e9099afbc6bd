/**
 * This script starts a server for comparison, and prints the URL of the server. `constants <file>` serves fixed
 * responses. The JSON file maps each path to a response body. `json-server <file>` serves the mock services of a seed
 * file. The script is compiled to JavaScript and runs in the folder of the compared libraries.
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
  // The address of a server that listens on a port is an `AddressInfo`.
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
