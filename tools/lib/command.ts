import { execFile } from 'node:child_process';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Time limit in seconds (default: 60), after which the program is killed. */
  readonly seconds?: number;
}

export interface Outcome {
  /** Exit code, or `undefined` if the program did not start or was killed. */
  readonly status: number | undefined;
  /** stdout, followed by stderr. */
  readonly output: string;
}

/** Never rejects, because the outcome describes any failure. */
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
