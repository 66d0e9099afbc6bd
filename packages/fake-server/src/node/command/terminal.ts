/** Exit codes of the program. A program that is stopped by a signal exits with 0. */
export const exitCodes = { done: 0, failed: 1, usage: 2, seed: 3, listen: 4 } as const;

/** Exits the program, because of an error or after printing the help or the version. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  /** @param message - Explains to the user what is wrong and what to do. */
  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

/** The functions of the process that the program uses. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Starts handling signals at the first call. Resolves at the first signal. */
  readonly stopped: () => Promise<void>;
  /** Returns the version of the package. */
  readonly version: () => string;
}

/** Escapes control characters except line feeds, because the output contains text from files and requests. */
export function escaping({ out, error, ...terminal }: Terminal): Terminal {
  return { ...terminal, out: (line) => out(escaped(line)), error: (line) => error(escaped(line)) };
}

function escaped(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
