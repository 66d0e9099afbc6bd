/** Runs a program until it exits, with a time limit and without a shell. */
import { execFile } from 'node:child_process';

/** Options for running a program. */
export interface CommandOptions {
  readonly cwd?: string;
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Time limit in seconds, after which the program is killed. Default: 60. */
  readonly seconds?: number;
}

/** Result of a program. */
export interface Outcome {
  /** Exit code, or `undefined` if the program could not be started or was killed. */
  readonly status: number | undefined;
  /** stdout, followed by stderr. */
  readonly output: string;
}

/** Runs a program. Never rejects, because the result also describes failures. */
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
