/** Child processes for what needs one: a cold start, memory use, a server to call. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A script for a child process. */
export interface Script {
  /** A module that Node runs; TypeScript is fine. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly execArgv?: readonly string[];
  /** Default: this process's own. */
  readonly cwd?: string;
}

/** A server in a child process, which prints its URL on its first line. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Runs a script; returns the milliseconds from the start of the process to its exit, and its output. */
export async function runScript(script: Script): Promise<{ readonly ms: number; readonly output: string }> {
  const started = performance.now();
  const child = start(script);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`${script.file} ended with ${code ?? signal}:\n${output}`);
  return { ms, output };
}

/** Runs a script that prints only JSON. */
export async function resultOf<Result>(script: Script): Promise<Result> {
  const { output } = await runScript(script);
  // The scripts are part of the bench; each prints the type that its caller names.
  return JSON.parse(output) as Result;
}

/** Starts a server that prints its URL. */
export async function startServer(script: Script): Promise<Running> {
  const child = start(script);
  if (!child.stdout || child.pid === undefined) throw new Error(`${script.file} did not start`);
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout);
  const [url] = (await Promise.race([
    once(lines, 'line'),
    ended.then(() => Promise.reject(new Error(`${script.file} exited before it listened`))),
  ])) as [string];
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { url, pid: child.pid, stop };
}

/** The child is killed with this process, even when a part of the bench throws. */
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
