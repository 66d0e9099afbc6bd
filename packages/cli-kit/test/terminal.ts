/** A terminal that records what a program prints. The tests of all programs use it. */
import type { Terminal } from '@mock-services/cli-kit';

/**
 * All characters that could control a terminal, by Unicode's definitions, except the line feed: control characters,
 * separators of lines and paragraphs, and marks of direction.
 */
export const unsafe = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
export const unsafeCharacters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
  .filter((character) => unsafe.test(character))
  .join('');

/** How the programs print an unsafe character. */
export const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export interface TerminalOptions extends Partial<Omit<Terminal, 'stdin'>> {
  readonly stdin?: string;
  /** Answers to questions. Without answers, stdin is not a terminal. */
  readonly answers?: boolean[];
  readonly onOut?: (text: string) => void;
  readonly onError?: (text: string) => void;
}

export function recorder({ stdin = '', answers, onOut, onError, ...parts }: TerminalOptions = {}) {
  const printed = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    command: 'npx program',
    version: '1.2.3',
    out: (text) => {
      printed.stdout += `${text}\n`;
      onOut?.(text);
    },
    error: (text) => {
      printed.stderr += `${text}\n`;
      onError?.(text);
    },
    stdin: () => Promise.resolve(Buffer.from(stdin)),
    status: undefined,
    confirm:
      answers &&
      ((question) => {
        printed.stderr += `${question}\n`;
        return Promise.resolve(answers.shift() ?? false);
      }),
    isInteractive: false,
    hasColors: false,
    environment: {},
    stopped: new AbortController().signal,
    closed: new AbortController().signal,
    ...parts,
  };
  return { terminal, printed };
}
