/** This module runs a program until the program exits. The program has a time limit and runs without a shell. */
import { execFile } from 'node:child_process';

/** Options for running a program. */
export interface CommandOptions {
  readonly cwd?: string;
  /** Environment variables that are added to the variables of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Time limit in seconds. The default is 60 seconds. If the program exceeds the time limit, it is killed. */
  readonly seconds?: number;
}

/** Result of a program. */
export interface Outcome {
  /** Exit code of the program. The value is `undefined` if the program did not start or was killed. */
  readonly status: number | undefined;
  /** stdout, followed by stderr. */
  readonly output: string;
}

/** Runs a program. The promise never rejects; the result describes any failure instead. */
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
      const reason =
        status === undefined ? `${file} could not be started or was killed: ${error?.message ?? ''}\n` : '';
      resolve({ status, output: stdout + stderr + reason });
    });
  });
}
