/** Servers that checks start, and ports for them. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Starts a program with a group of its own, which ends with it and with this process. */
export function start(
  file: string,
  args: readonly string[],
  cwd?: string,
): { readonly stop: () => Promise<void> } {
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
  return { stop };
}

/** Ports below those that systems give to who asks for any, from 32768 on Linux and from 49152 elsewhere. */
const portsOfPrograms = { first: 20_000, end: 32_000 };
let nextPort = randomInt(portsOfPrograms.first, portsOfPrograms.end);

/** A port for a program that is started with it; nobody who asks the system for any port gets it before. */
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
  throw new Error(`no port is free below ${nextPort}`);
}

/** Resolves when a server responds at a URL. */
export async function listening(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined) return;
    await sleep(100);
  }
  throw new Error(`nothing listens at ${url}`);
}
