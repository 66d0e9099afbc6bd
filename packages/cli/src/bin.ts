#!/usr/bin/env node
/** Runs the program in the current process. */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { main } from './program.ts';
import { ask } from './terminal.ts';

// Otherwise V8 gives thousands of requests more and more space for short-lived objects: 330 MB in place of 215 MB for a
// dump of 10,000 mock services, in the same time.
setFlagsFromString('--semi-space-growth-factor=1');

const { stdin, stdout, stderr } = process;
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

// The first signal lets the request under way finish. The second signal kills the process.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(signal));
// Continue if the reader of the output closes its pipe, because an apply must end with all steps of the plan.
for (const stream of [stdout, stderr]) stream.on('error', () => {});

let hasStatus = false;

function status(text: string): void {
  if (text === '' && !hasStatus) return;
  stderr.write(`\r${text.slice(0, stderr.columns - 1)}\x1b[K`);
  hasStatus = text !== '';
}

const write = (stream: NodeJS.WriteStream) => (text: string) => {
  if (hasStatus) status('');
  stream.write(`${text}\n`);
};

const confirm = (question: string) =>
  ask(question, { input: stdin, output: stderr, signal: stopping.signal });

process.exitCode = await main(process.argv.slice(2), {
  out: write(stdout),
  error: write(stderr),
  status: stderr.isTTY ? status : undefined,
  confirm: stdin.isTTY && stderr.isTTY ? confirm : undefined,
  hasColors: stdout.isTTY && stdout.hasColors(),
  environment: process.env,
  version,
  stopped: stopping.signal,
});
