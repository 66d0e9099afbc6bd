#!/usr/bin/env node
/** The command-line program. */
import { readFileSync } from 'node:fs';
import { main } from './command/main.ts';

const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);

let signalled: Promise<void> | undefined;

/** The first signal since the first call stops the program gracefully; a second one kills it. */
function stopped(): Promise<void> {
  return (signalled ??= new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  }));
}

function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

// A closed pipe does not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await main(process.argv.slice(2), {
  out: write(process.stdout),
  error: write(process.stderr),
  stopped,
  version,
});
