/** Where the program reads its arguments from and writes to. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Resolves when the program is asked to end. */
  readonly stopped: () => Promise<void>;
  /** Version of the package. */
  readonly version: () => string;
}
