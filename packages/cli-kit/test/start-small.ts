/** A program for the tests of what a process does: it performs the steps that its arguments name. */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { outputTo, runProgram, type Terminal } from '@mock-services/cli-kit';

/** The user and the group without rights. */
const nobody = 65_534;

const steps: Readonly<Record<string, (terminal: Terminal) => unknown>> = {
  out: ({ out }) => out('out'),
  error: ({ error }) => error('error'),
  pause: () => setTimeout(100),
  stdin: async ({ stdin, out }) => out((await stdin()).length.toString()),
  'until stopped': ({ stopped, out }) =>
    new Promise((resolve) => {
      const timer = globalThis.setTimeout(() => {}, 60_000);
      stopped.addEventListener('abort', () => (clearTimeout(timer), resolve(out(String(stopped.reason)))));
      out('waiting');
    }),
  'until killed': ({ out, stopped }) => {
    stopped.addEventListener('abort', () => out('stopping'));
    out('waiting');
    return setTimeout(60_000);
  },
  'until closed': async ({ closed, out }) => {
    while (!closed.aborted) {
      out('more');
      await setTimeout(20);
    }
  },
  'is closed': ({ closed, error }) => error(`closed: ${closed.aborted}`),
  facts: ({ status, confirm, isInteractive, hasColors }) => {
    const facts = { status, confirm, isInteractive, hasColors };
    const known = Object.entries(facts).flatMap(([name, fact]) => (fact ? name : []));
    writeFileSync(process.argv.at(-1) ?? '', known.join(' '));
  },
  command: ({ command, version, out }) => out(`${command} ${version}`),
  status: ({ status }) => status?.('working'),
  'no status': ({ status }) => status?.(''),
  'as nobody': () => {
    process.setgroups?.([]);
    process.setgid?.(nobody);
    process.setuid?.(nobody);
  },
  /** The last argument lists files, one on each line. */
  'write files': async (terminal) => {
    for (const path of process.argv.at(-1)?.split('\n') ?? []) {
      const writing = outputTo(terminal, path).then((output) => {
        terminal.out('checked');
        return output.write('new');
      });
      await writing.catch((error: unknown) => terminal.out(String(error)));
    }
  },
  argument: ({ out }) => out(process.argv.at(-1) ?? ''),
};

await runProgram(
  async (args, terminal) => {
    const [code = '0', ...names] = args;
    for (const name of names) await steps[name]?.(terminal);
    return Number(code);
  },
  // The file that would start the program after an installation.
  { file: process.env['INSTALLED_FILE'] ?? import.meta.url, manifest: '../package.json', script: 'small' },
);
