/** A program for the tests of what a process does: it performs the steps that its arguments name. */
import { setTimeout } from 'node:timers/promises';
import { runProgram, type Terminal } from '@mock-services/cli-kit';

const steps: Readonly<Record<string, (terminal: Terminal) => unknown>> = {
  out: ({ out }) => out('out'),
  error: ({ error }) => error('error'),
  pause: () => setTimeout(100),
  stdin: async ({ stdin, out }) => out((await stdin()).length.toString()),
  'until killed': ({ out, stopped }) => {
    stopped.addEventListener('abort', () => out(`stopping after ${String(stopped.reason)}`));
    out('waiting');
    return setTimeout(60_000);
  },
  'is closed': ({ closed, error }) => error(`closed: ${closed.aborted}`),
};

await runProgram(
  async (args, terminal) => {
    const [code = '0', ...names] = args;
    for (const name of names) await steps[name]?.(terminal);
    return Number(code);
  },
  { file: import.meta.url, manifest: '../package.json', script: 'small' },
);
