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
