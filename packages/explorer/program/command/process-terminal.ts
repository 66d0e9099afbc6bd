import { readFileSync } from 'node:fs';
import { openInBrowser } from './browser.ts';
import type { Terminal } from './terminal.ts';

const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);

/** The first signal stops the program gracefully; a second one kills it. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** The terminal of this process. @param manifest - The package's `package.json`. */
export function processTerminal(manifest: URL): Terminal {
  // A closed pipe does not stop the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    out: write(process.stdout),
    error: write(process.stderr),
    stopped,
    version: () => (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version,
    module: () => import.meta.resolve('@mock-services/explorer'),
    environment: process.env,
    isInteractive: process.stdout.isTTY,
    open: (url) => openInBrowser(url, process.platform, process.env),
  };
}
