/** Files and processes for tests of the kit and of the four programs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';

/** Creates a folder that is removed at the end of the current test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function fileWith(content: string | Uint8Array): string {
  const path = join(newFolder(), 'file');
  writeFileSync(path, content);
  return path;
}

/** Runs a TypeScript file, whose path is relative to this folder or absolute, in a process of its own without stdin. */
export function start(file: string, args: readonly string[], redirection = '') {
  const path = resolve(at('packages/cli-kit/test'), file);
  const command = [process.execPath, '--import', at('tools/sources.ts'), path, ...args];
  const script = `exec "$0" "$@" ${redirection}`;
  const child = spawn('bash', ['--norc', '-c', script, ...command], { detached: true });
  child.stdin.end();
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  // The negative number kills the programs that a pipe connects, too.
  onTestFinished(() => void (isRunning() && process.kill(-Number(child.pid), 'SIGKILL')));
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  );
  return { child, ended };
}
