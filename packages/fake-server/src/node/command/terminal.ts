/** What the program needs of the process it runs in. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Resolves when the program is asked to stop, after the first call. */
  readonly stopped: () => Promise<void>;
  /** Version of the package. */
  readonly version: () => string;
}
