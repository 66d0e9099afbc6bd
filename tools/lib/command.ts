/** Runs a program to its end, for a bounded time and without a shell. */
import { execFile } from 'node:child_process';

/** How to run a program. */
export interface CommandOptions {
  readonly cwd?: string;
  /** Variables that are set on top of this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** After these many seconds it is ended, which counts as a failure. Default 60. */
  readonly seconds?: number;
}

/** How a program ended. */
export interface Outcome {
  /** Exit code; `undefined` when it could not be started or was ended. */
  readonly status: number | undefined;
  /** What it printed, on both streams. */
  readonly output: string;
}

/** Resolves however the program ends. */
export function command(
  file: string,
  args: readonly string[],
  { cwd, env, seconds = 60 }: CommandOptions = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env },
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    } as const;
    execFile(file, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      const status = typeof code === 'number' ? code : undefined;
      const reason = status === undefined ? `${file} did not end by itself: ${error?.message ?? ''}\n` : '';
      resolve({ status, output: stdout + stderr + reason });
    });
  });
}
