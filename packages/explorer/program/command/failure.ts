/** Exit codes of the program. 0 is success, which includes being stopped by a signal. */
export const exitCodes = { done: 0, failed: 1, usage: 2, listen: 4 } as const;

/** Ends the program early: with an error, or after printing its help. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  /** @param message - For the person at the terminal: what is wrong, and what to do about it. */
  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

/** The error for arguments that are wrong. */
export function wrong(reason: string): CommandFailure {
  return new CommandFailure('usage', `${reason}\n${usageHint}`);
}

export const usageHint = 'See --help.';
