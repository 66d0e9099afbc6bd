/** Servers that checks start, and ports for them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An AddressInfo: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
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
