import { readFileSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { ask, exitCodes, type Terminal } from './terminal.ts';

interface Start {
  /** The value of `import.meta.url` in the file that starts the program. */
  readonly file: string;
  /** Path from `file` to the package's `package.json`. */
  readonly manifest: string;
  /** Name of the npm script that runs the sources in a clone. */
  readonly script: string;
}

export async function runProgram(
  main: (args: readonly string[], terminal: Terminal) => Promise<number>,
  start: Start,
): Promise<void> {
  const exitCode = await main(process.argv.slice(2), terminalOf(process, start));
  // Keep an exit code that was set when writing the output failed.
  process.exitCode ??= exitCode;
}

function terminalOf(own: NodeJS.Process, { file, manifest, script }: Start): Terminal {
  const { stdin, stdout, stderr } = own;
  const { name, version } = JSON.parse(readFileSync(new URL(manifest, file), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  // The first signal lets the current requests finish. A second signal, SIGINT or SIGTERM, kills the process.
  const stopping = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    own.off('SIGINT', stop).off('SIGTERM', stop);
    stopping.abort(signal);
  };
  own.on('SIGINT', stop).on('SIGTERM', stop);
  let hasStatus = false;
  const status = (text: string): void => {
    if (text === '' && !hasStatus) return;
    stderr.write(`\r${text.slice(0, stderr.columns - 1)}\x1b[K`);
    hasStatus = text !== '';
  };
  const write = (stream: NodeJS.WriteStream) => (text: string) => {
    if (hasStatus) status('');
    stream.write(`${text}\n`);
  };
  const writeError = write(stderr);
  return {
    command: file.endsWith('.ts') ? `npm run ${script} --` : `npx ${name}`,
    version,
    out: write(stdout),
    error: (text) => writeError(stderr.isTTY ? text : stripVTControlCharacters(text)),
    stdin: () => buffer(addAbortSignal(stopping.signal, stdin)),
    status: stderr.isTTY ? status : undefined,
    confirm:
      stdin.isTTY && stderr.isTTY
        ? (question) => ask(question, { input: stdin, output: stderr, signal: stopping.signal })
        : undefined,
    isInteractive: stdout.isTTY,
    hasColors: stdout.isTTY && stdout.hasColors(),
    environment: own.env,
    stopped: stopping.signal,
    closed: watchOutput(own),
  };
}

/**
 * Returns a signal that is aborted when stdout can no longer be written. A reader of stdout that has ended, as in `|
 * head -1`, is not a failure. For other reasons, such as a full disk, the exit code reports incomplete output.
 */
function watchOutput(own: NodeJS.Process): AbortSignal {
  const closing = new AbortController();
  // Ignore errors of stderr, because there is no other stream for a message.
  own.stderr.on('error', () => {});
  own.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      own.exitCode = exitCodes.trouble;
      if (!closing.signal.aborted)
        own.stderr.write(`stdout cannot be written (${error.code ?? error.message}).\n`);
    }
    closing.abort();
  });
  return closing.signal;
}
