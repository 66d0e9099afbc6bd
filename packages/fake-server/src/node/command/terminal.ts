/** Exit codes of the program. 0 is success, which includes being stopped by a signal. */
export const exitCodes = { done: 0, failed: 1, usage: 2, seed: 3, listen: 4 } as const;

/** Ends the program early: with an error, or after printing its help or version. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  /** @param message - For the person at the terminal: what is wrong, and what to do about it. */
  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

/** The parts of the process that the program uses. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Resolves when the program is asked to stop, after the first call. */
  readonly stopped: () => Promise<void>;
  /** Version of the package. */
  readonly version: () => string;
}

/** Escapes control characters in all output except line feeds: output contains names and messages from files and requests. */
export function escaping({ out, error, ...terminal }: Terminal): Terminal {
  return { ...terminal, out: (line) => out(escaped(line)), error: (line) => error(escaped(line)) };
}

function escaped(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
