#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { main } from './program.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };
const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);

// The first signal aborts the run, which then deletes its mock services. The second signal kills the process.
const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
// Continue even if the reader of the output closes its pipe, because the run must delete its mock services.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await main(process.argv.slice(2), {
  command: import.meta.url.endsWith('.ts') ? 'npm run conformance --' : 'npx @mock-services/conformance',
  out: write(process.stdout),
  error: write(process.stderr),
  progress: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\u001B[K${line}`) : undefined,
  environment: process.env,
  version,
  signal: controller.signal,
});
