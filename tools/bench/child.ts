/** This module runs scripts in separate processes. The scripts are servers, or measurements that need a new process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** A script to run with Node. */
export interface Script {
  /** Path of a JavaScript or TypeScript module, or source text if `execArgv` contains `--eval`. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly execArgv?: readonly string[];
  readonly cwd?: string;
}

/** A server in a separate process. */
export interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Runs a script that prints JSON, and returns the parsed JSON. The caller specifies the type of the result. */
export async function resultOf<Result>(script: Script): Promise<Result> {
  const child = start(script);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const output = child.stdout === null ? '' : await text(child.stdout);
  const [code, signal] = await ended;
  if (code !== 0) throw new Error(`The script ${script.file} exited with ${code ?? signal}:\n${output}`);
  return JSON.parse(output) as Result;
}

/** Starts a server in a separate process. The first line that the server prints must be its URL. */
export async function startServer(script: Script): Promise<Running> {
  const child = start(script);
  if (child.stdout === null) throw new Error(`The process of ${script.file} has no standard output.`);
  const ended = once(child, 'close');
  const [url] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() =>
      Promise.reject(new Error(`The server ${script.file} exited before it printed its URL.`)),
    ),
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
