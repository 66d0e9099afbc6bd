/** `npm run app`: serves the application from the sources of this repository, which need no build. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const help = `Usage: npm run app -- [options]

Serves the example application. Without --service, a fake server in the page is its service.

Options:
  --service <url>  the service to which requests are forwarded, such as http://127.0.0.1:4600
  --port <number>  the port to listen on (default: 5173, or the next one that is free)
  --help           display this help`;

const options = { service: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean' } } as const;

/** Resolves to the exit code, or to `undefined` while the server runs. */
async function main(): Promise<number | undefined> {
  const { service, port, help: isHelp } = parseArgs({ options }).values;
  if (isHelp === true) {
    console.log(help);
    return 0;
  }
  if (service !== undefined && !/^https?:\/\/[^\s/]/.test(service))
    throw new TypeError('--service expects a URL, such as http://127.0.0.1:4600.');
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) < 65_536))
    throw new TypeError('--port expects a number from 0 to 65535.');
  // `vite.config.ts` and the page read this variable.
  if (service !== undefined) process.env['VITE_SERVICE'] = service;
  const server = await createServer({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    root: import.meta.dirname,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    server: { ...(port !== undefined && { port: Number(port), strictPort: true }) },
  });
  await server.listen();
  console.log(`Application at ${server.resolvedUrls?.local[0] ?? ''}`);
  console.log(`Service: ${service ?? 'a fake server in the page'}. Press Ctrl+C to stop.`);
  return undefined;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
