#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { main } from './command/main.ts';

const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);

let signaled: Promise<void> | undefined;

/** A second signal kills the process. */
function stopped(): Promise<void> {
  return (signaled ??= new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  }));
}

function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

// Keep serving even if the program that reads the output closes its pipe.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await main(process.argv.slice(2), {
  command: import.meta.url.endsWith('.ts') ? 'npm run fake --' : 'npx @mock-services/fake-server',
  out: write(process.stdout),
  error: write(process.stderr),
  stdin: () => buffer(process.stdin),
  stopped,
  version,
  environment: process.env,
});
