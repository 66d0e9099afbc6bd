/** Scripts in processes of their own: servers to call, and measurements that need a fresh process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** A script for Node. */
export interface Script {
  /** Path of a JavaScript or TypeScript module, or source text after `--eval`. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly execArgv?: readonly string[];
  readonly cwd?: string;
}

/** A server in a process of its own. */
export interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Runs a script that prints JSON. The caller names the type of the result. */
export async function resultOf<Result>(script: Script): Promise<Result> {
  const child = start(script);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const output = child.stdout === null ? '' : await text(child.stdout);
  const [code, signal] = await ended;
  if (code !== 0) throw new Error(`${script.file} exited with ${code ?? signal}:\n${output}`);
  return JSON.parse(output) as Result;
}

/** Starts a server that prints its URL as its first line. */
export async function startServer(script: Script): Promise<Running> {
  const child = start(script);
  if (child.stdout === null) throw new Error(`${script.file} has no output`);
  const ended = once(child, 'close');
  const [url] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(`${script.file} exited before it printed its URL`))),
  ])) as [string];
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { url, stop };
}

/** Starts a process that is killed when this process exits. */
function start({ file, args = [], execArgv = [], cwd }: Script): ChildProcess {
  const child = spawn(process.execPath, [...execArgv, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(cwd !== undefined && { cwd }),
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return child;
}
