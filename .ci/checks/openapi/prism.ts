/** Prism as a process on a free loopback port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { at, checker } from '../../../tools/lib/paths.ts';

/** A running Prism. */
export interface Prism extends AsyncDisposable {
  readonly url: string;
}

const startupSeconds = 60;

/** Answers from the examples of docs/openapi.json. A request that breaks the document gets an error response. */
export function mockServer(): Promise<Prism> {
  return start(['mock', at('docs/openapi.json')]);
}

/** Passes requests on to `upstream`. A request or a response that breaks the document becomes an error response. */
export function validatingProxy(upstream: string): Promise<Prism> {
  return start(['proxy', at('docs/openapi.json'), upstream, '--errors']);
}

async function start(args: readonly string[]): Promise<Prism> {
  const child = spawn(process.execPath, [checker('prism'), ...args, '--host', '127.0.0.1', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return { url: await listening(createInterface(child.stdout)), [Symbol.asyncDispose]: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** Waits for the line that names the address. */
function listening(lines: Interface): Promise<string> {
  const log: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      reject(new Error(`Prism is not listening:\n${log.join('\n')}`));
    };
    const timer = setTimeout(fail, startupSeconds * 1000);
    lines.once('close', fail);
    lines.on('line', (line) => {
      log.push(stripVTControlCharacters(line));
      const address = /listening on (http:\S+)/.exec(log.at(-1) ?? '')?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await closed;
  clearTimeout(timer);
}
