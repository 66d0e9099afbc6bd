/** What the program needs of the process it runs in. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Resolves when the program is asked to stop. */
  readonly stopped: () => Promise<void>;
  /** Version of the package. */
  readonly version: () => string;
  /** URL of the package's module. */
  readonly module: () => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads along. */
  readonly isInteractive: boolean;
  /** Opens an address in the browser. */
  readonly open: (url: string) => void;
}
