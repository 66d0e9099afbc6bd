export const exitCodes = { done: 0, failed: 1, usage: 2, seed: 3, listen: 4 } as const;

/** Thrown to exit the program after an error, or after printing the help or the version. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

export interface Terminal {
  /** Command that starts the program here, for help texts. A clone runs the sources by npm scripts. */
  readonly command: string;
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Reads stdin to its end. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Resolves at the first signal. The first call starts handling signals. */
  readonly stopped: () => Promise<void>;
  readonly version: () => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Escapes control characters except line feeds, because the output may contain text from files and requests. */
export function escaping({ out, error, ...terminal }: Terminal): Terminal {
  return { ...terminal, out: (line) => out(escaped(line)), error: (line) => error(escaped(line)) };
}

function escaped(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
