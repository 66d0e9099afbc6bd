import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Memory } from './memory.ts';
import type { Told } from './serve-parent.ts';

/** The server of the soak. */
export interface ServerProcess extends Disposable {
  readonly port: number;
  memory(): Promise<Memory>;
  /** Kills it (SIGKILL), and waits for its end. */
  kill(): Promise<void>;
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * @param script - `server.ts`, or another that says the same.
 * @param args - What it is given.
 */
export async function startServer(script = 'server.ts', ...args: readonly string[]): Promise<ServerProcess> {
  const child = fork(path(script), args, {
    execArgv: ['--expose-gc', '--import', path('../node/from-sources.ts')],
  });
  const { url } = (await nextFrom(child)) as { url: string };
  return {
    port: Number(new URL(url).port),
    memory: async () => {
      const told = nextFrom(child);
      child.send('memory');
      return ((await told) as { memory: Memory }).memory;
    },
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    [Symbol.dispose]: () => {
      if (child.connected) child.disconnect();
    },
  };
}

async function nextFrom(child: ChildProcess): Promise<Told> {
  // Rejects when the server ends instead.
  const ended = new AbortController();
  const fail = (): void => ended.abort(new Error('the server has ended'));
  child.once('exit', fail);
  try {
    const [told] = (await once(child, 'message', { signal: ended.signal })) as [Told];
    return told;
  } finally {
    child.off('exit', fail);
  }
}
