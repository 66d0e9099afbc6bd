import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { recorder } from '../../../../cli-kit/test/terminal.ts';
import { main } from '../../../src/node/command/main.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A program that has exited. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that serves within this process. */
interface RunningHere {
  readonly url: string;
  /** The lines that the program prints when it starts to listen. */
  readonly greeting: readonly string[];
  /** Stops the program as a signal would, and waits until the program exits. */
  readonly stop: () => Promise<Ended>;
}

/** A program that serves in its own process. */
interface Running {
  readonly url: string;
  /** The printed lines, up to the line with the URL of the program. */
  readonly greeting: readonly string[];
  /** Sends a signal to the program and waits until the program exits. */
  stop(signal: NodeJS.Signals): Promise<Ended>;
}

type Environment = Readonly<Record<string, string>>;

/** Runs the program within this process until it exits. Only for commands that do not serve. */
export async function runHere(...args: readonly string[]): Promise<Ended> {
  return startHere(args).ended;
}

/** The same with `stdin` as the input. */
export async function runWith(stdin: string, ...args: readonly string[]): Promise<Ended> {
  return startHere(args, {}, stdin).ended;
}

/** Serves within this process until `stop` is called or the current test ends. */
export function serveHere(...args: readonly string[]): Promise<RunningHere> {
  return serveIn({}, ...args);
}

/** Serves within this process with environment variables. */
export function serveIn(environment: Environment, ...args: readonly string[]): Promise<RunningHere> {
  return served(startHere(args, environment));
}

/** Serves within this process with an input. */
export function serveWith(stdin: string, ...args: readonly string[]): Promise<RunningHere> {
  return served(startHere(args, {}, stdin));
}

async function served({ first, stop, ended }: ReturnType<typeof startHere>): Promise<RunningHere> {
  onTestFinished(async () => void (await stop()));
  const printed = await Promise.race([first, ended]);
  if (typeof printed !== 'string') throw new Error(`The program exited: ${printed.stderr}`);
  const greeting = printed.split('\n');
  return { url: /http:\S+/.exec(printed)?.[0] ?? '', greeting, stop };
}

/** Starts the program within this process. */
function startHere(args: readonly string[], environment: Environment = {}, stdin = '') {
  let print = (_line: string): void => {};
  const first = new Promise<string>((resolve) => (print = resolve));
  const stopping = new AbortController();
  const { terminal, printed } = recorder({
    command: 'npx @mock-services/fake-server',
    stdin,
    environment,
    stopped: stopping.signal,
    onOut: (line) => print(line),
  });
  const ended = main(args, terminal).then((code) => ({ code, ...printed }));
  const stop = (): Promise<Ended> => {
    stopping.abort('SIGTERM');
    return ended;
  };
  return { first, stop, ended };
}

/** Serves in a separate process, and kills the program when the current test ends. */
export async function launchServer(...args: readonly string[]): Promise<Running> {
  const child = launch(args);
  const greeting: string[] = [];
  const stderr = text(child.stderr);
  const reader = createInterface(child.stdout);
  for await (const line of reader) {
    greeting.push(line);
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url === undefined) continue;
    const stop = async (signal: NodeJS.Signals): Promise<Ended> => {
      const code = exitOf(child);
      child.kill(signal);
      return { code: await code, stdout: '', stderr: await stderr };
    };
    return { url, greeting, stop };
  }
  throw new Error(`The program exited: ${await stderr}`);
}

/** Returns the path of a new file in a folder that is removed when the current test ends. */
export async function newPath(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, name);
}

/** Writes a file that is removed when the current test ends. */
export async function fileWith(content: string | Uint8Array, name = 'seed.json'): Promise<string> {
  const path = await newPath(name);
  await writeFile(path, content);
  return path;
}

function launch(args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--import', path('../../../../../tools/sources.ts'), path('../../../src/node/bin.ts'), ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Resolves to the exit code of a program, or to `null` if a signal killed the program. */
function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
