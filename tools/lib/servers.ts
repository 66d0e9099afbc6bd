import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The program has its own process group, which is killed when `stop` is called or this process exits. */
export function start(
  file: string,
  args: readonly string[],
  cwd?: string,
): { readonly pid: number | undefined; readonly stop: () => Promise<void> } {
  const child = spawn(file, args, { stdio: 'ignore', detached: true, ...(cwd !== undefined && { cwd }) });
  const ended = once(child, 'close');
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  return { pid: child.pid, stop };
}

/** Operating systems do not assign these ports by themselves: Linux assigns ports from 32768, other systems from 49152. */
const portsOfPrograms = { first: 20_000, end: 32_000 };
let nextPort = randomInt(portsOfPrograms.first, portsOfPrograms.end);

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = nextPort;
    nextPort = port + 1 < portsOfPrograms.end ? port + 1 : portsOfPrograms.first;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    await new Promise((closed) => server.close(closed));
    if (isFree) return port;
  }
  throw new Error(`No port from ${portsOfPrograms.first} to ${portsOfPrograms.end} is free.`);
}

export async function listening(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined) return;
    await sleep(100);
  }
  throw new Error(`No server responded at ${url} within 60 seconds.`);
}
