import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import { closestMatch } from 'leven';

/** The parts of the current process that the program uses. Tests replace them. */
export interface Terminal {
  /** Command that starts the program here, for help texts. A clone runs the sources by npm scripts. */
  readonly command: string;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Reads stdin to its end. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Shows text that the next output replaces. `undefined` unless stderr is a terminal. */
  readonly status: ((text: string) => void) | undefined;
  /** Asks a person a yes-or-no question. `undefined` unless stdin is a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  readonly hasColors: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Aborted by the first process signal, with the signal's name as the reason. */
  readonly stopped: AbortSignal;
  /**
   * Aborted when stdout can no longer be written. A command that changes the service continues, because an `apply` must
   * perform all steps of its plan.
   */
  readonly closed: AbortSignal;
}

export const exitCodes = { done: 0, different: 1, trouble: 2, SIGINT: 130, SIGTERM: 143 } as const;

/** An error whose message the program prints before it exits. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.trouble) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Control characters, line separators, and marks that change the direction of the surrounding text. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes characters with which text from a service or a file could control the terminal. */
export function shown(text: string): string {
  return text.replaceAll(unsafe, escapeOf);
}

/** Line feeds stay. */
export function shownLines(text: string): string {
  return text.split('\n').map(shown).join('\n');
}

export function quoted(text: string): string {
  return shown(JSON.stringify(text));
}

/** Shorter names get no suggestion based on their beginning. */
const shortestBeginning = 4;

/** Returns ` Did you mean x?`, or an empty string if no name is similar. */
export function didYouMean(misspelled: string, names: readonly string[]): string {
  const given = misspelled.toLowerCase();
  const byKey = new Map(names.map((name) => [name.toLowerCase(), name]));
  const keys = [...byKey.keys()];
  const isBeginning = (key: string) => given.length >= shortestBeginning && key.startsWith(given);
  const nearest =
    closestMatch(given, keys, { maxDistance: Math.floor(given.length * 0.4) }) ?? keys.find(isBeginning);
  return nearest === undefined ? '' : ` Did you mean ${shown(byKey.get(nearest) ?? nearest)}?`;
}

/** Escapes unsafe characters, which does not change what the JSON means. */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replaceAll(unsafe, (character) =>
    character === '\n' ? character : escapeOf(character),
  );
}

type Style = 'green' | 'yellow' | 'red' | 'cyan' | 'dim' | 'bold';

export function painter({ hasColors }: Terminal): (style: Style, text: string) => string {
  return (style, text) => (hasColors ? styleText(style, text, { validateStream: false }) : text);
}

export type Painter = ReturnType<typeof painter>;

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first row is the head. */
export function tableOf(rows: readonly (readonly string[])[], paint: Painter): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? paint('dim', line) : line)).join('\n');
}

/** Progress is shown only after this many milliseconds. */
const quietTime = 2000;

export async function withProgress<Result>(
  { status }: Terminal,
  activity: string,
  act: (report: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  if (status === undefined) return act(() => {});
  let text = `${activity} …`;
  let repeating: NodeJS.Timeout | undefined;
  const waiting = setTimeout(() => {
    status(text);
    repeating = setInterval(() => status(text), 200);
  }, quietTime);
  try {
    return await act((done, total) => {
      text = `${activity} … ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
    });
  } finally {
    clearTimeout(waiting);
    clearInterval(repeating);
    status('');
  }
}

/** Asks a question. Any answer except "y" and "yes" means no, and so do Ctrl+D and an aborted `signal`. */
export async function ask(
  question: string,
  { input, output, signal }: { input: Readable; output: Writable; signal: AbortSignal },
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  // If `terminal` were set, Ctrl+C would no longer send a signal.
  const lines = createInterface({ input, signal, terminal: false });
  const [answer] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  lines.close();
  if (answer === undefined) output.write('\n');
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

/** Waits for `ms` milliseconds, or until `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', end);
  });
}
