#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { watchOutput } from '../../cli/src/output.ts';
import { main } from './program.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };
const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);

// The first signal aborts the run, which then deletes its mock services. The second signal kills the process.
const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
// The run continues without a reader of the output, because it must delete its mock services.
watchOutput(process, 1);

const exitCode = await main(process.argv.slice(2), {
  command: import.meta.url.endsWith('.ts') ? 'npm run conformance --' : 'npx @mock-services/conformance',
  out: write(process.stdout),
  error: write(process.stderr),
  progress: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\u001B[K${line}`) : undefined,
  environment: process.env,
  version,
  signal: controller.signal,
});
// A failure to write the output has set another code.
process.exitCode ??= exitCode;
