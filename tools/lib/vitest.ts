/** Runs vitest with the projects of the workspace, in this terminal. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { at, root } from './paths.ts';

/** Resolves to vitest's exit code. Passes signals on, so that vitest can clean up. */
export function vitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn(
    process.execPath,
    [at('node_modules/vitest/vitest.mjs'), 'run', '--config', at('vitest.workspace.ts'), ...args],
    { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
