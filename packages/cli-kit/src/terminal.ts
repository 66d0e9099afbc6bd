import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { shownLines } from './text.ts';

/** The parts of the current process that a program uses. Tests replace them. */
export interface Terminal {
  /**
   * Command that starts the program, such as an npm script in a clone of the repository. The help shows this command.
   */
  readonly command: string;
  readonly version: string;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Reads stdin to its end. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Shows a status line, which the next output replaces. `undefined` unless stderr is a terminal. */
  readonly status: ((text: string) => void) | undefined;
  /** Asks a person a yes-or-no question. `undefined` unless stdin and stderr are terminals. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Whether stdout is a terminal. */
  readonly isInteractive: boolean;
  readonly hasColors: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first SIGINT or SIGTERM, with the signal's name as the reason. */
  readonly stopped: AbortSignal;
  /**
   * Aborted when stdout can no longer be written. Commands that change the service ignore this signal, because `apply`
   * must perform all steps of its plan.
   */
  readonly closed: AbortSignal;
}

export const exitCodes = { done: 0, different: 1, trouble: 2, SIGINT: 130, SIGTERM: 143 } as const;

export function stopCode({ stopped }: Pick<Terminal, 'stopped'>): number {
  return stopped.reason === 'SIGTERM' ? exitCodes.SIGTERM : exitCodes.SIGINT;
}

/**
 * Resolves to the exit code when a server is stopped. SIGTERM counts as success, because it is the usual way to stop a
 * server.
 */
export async function untilStopped({ stopped }: Pick<Terminal, 'stopped'>): Promise<number> {
  if (!stopped.aborted) await once(stopped, 'abort');
  return stopped.reason === 'SIGTERM' ? exitCodes.done : exitCodes.SIGINT;
}

/** An error whose message the program prints before it exits. With exit code 0, the message goes to stdout. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.trouble) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Describes an unexpected error, which only a bug in the program can cause. */
export function bugText(error: unknown): string {
  return `This is a bug in the program:\n${shownLines(inspect(error))}`;
}

/**
 * Resolves to the exit code that `act` returns, or prints why it failed.
 *
 * @param describe - Returns the message for an error of a known kind.
 */
export async function exitCodeOf(
  terminal: Terminal,
  act: () => Promise<number>,
  describe: (error: unknown) => string | undefined = () => undefined,
): Promise<number> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Failure)) {
      const { aborted } = terminal.stopped;
      terminal.error(aborted ? 'Stopped.' : (describe(error) ?? bugText(error)));
      return aborted ? stopCode(terminal) : exitCodes.trouble;
    }
    const { message, exitCode } = error;
    (exitCode === exitCodes.done ? terminal.out : terminal.error)(message);
    return exitCode;
  }
}

/** Escapes control characters in all output. Programs that print colors cannot use this function. */
export function escaping(terminal: Terminal): Terminal {
  const { out, error } = terminal;
  return { ...terminal, out: (text) => out(shownLines(text)), error: (text) => error(shownLines(text)) };
}

/** Asks a question. Any answer except "y" and "yes" means no, as do Ctrl+D and an aborted `signal`. */
export async function ask(
  question: string,
  { input, output, signal }: { input: Readable; output: Writable; signal: AbortSignal },
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  // With `terminal: true`, Ctrl+C would no longer send SIGINT.
  const lines = createInterface({ input, signal, terminal: false });
  const [answer] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  lines.close();
  if (answer === undefined) output.write('\n');
  return !signal.aborted && /^y(es)?$/i.test(answer?.trim() ?? '');
}
