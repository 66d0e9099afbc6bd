import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Memory use of a server after a garbage collection, in bytes. */
interface Memory {
  readonly heap: number;
  readonly rss: number;
}

interface ServerProcess extends Disposable {
  readonly port: number;
  memory(): Promise<Memory>;
  /** Sends SIGKILL to the server and waits until the server exits. */
  kill(): Promise<void>;
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Starts `server.ts` in a separate process. */
export async function startServer(
  args: readonly string[],
  script = path('server.ts'),
): Promise<ServerProcess> {
  const child = fork(script, args, {
    execArgv: ['--expose-gc', '--import', path('../../../../tools/sources.ts')],
  });
  const { port } = (await nextFrom(child)) as { port: number };
  return {
    port,
    memory: () => {
      const told = nextFrom(child);
      child.send('memory');
      return told as Promise<Memory>;
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

/** Resolves to the next message of a server process. Rejects if the process exits. */
async function nextFrom(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const fail = (): void => ended.abort(new Error('the server has exited'));
  child.once('exit', fail);
  try {
    return ((await once(child, 'message', { signal: ended.signal })) as [unknown])[0];
  } finally {
    child.off('exit', fail);
  }
}

/** A request with its method, its path, an optional JSON body, and additional headers. */
export type SoakRequest = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

export interface SoakResponse {
  readonly status: number;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** Sends a request on a keep-alive connection. */
export async function send(port: number, [method, path, body, headers]: SoakRequest): Promise<SoakResponse> {
  const sent = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers: sent });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [incoming] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  return { status: incoming.statusCode, body: await text(incoming) };
}

/** Maximum memory use at the end of a soak test, relative to the memory use at the start of the test. */
const most = { heap: 1.1, rss: 1.25 };

/** Watches the memory of a server. */
export class MemoryWatch {
  readonly #server: ServerProcess;
  #beginning: Memory | undefined;
  #latest: Memory | undefined;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  /**
   * Prints the current memory use. The second measurement is the reference, because caches and journals are then
   * full.
   */
  async measure(done: string): Promise<void> {
    const memory = await this.#server.memory();
    if (this.#latest !== undefined) this.#beginning ??= memory;
    this.#latest = memory;
    const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
    console.log(`${done}: heap ${megabytes(memory.heap)}, RSS ${megabytes(memory.rss)}`);
  }

  /** Prints and returns whether the memory use has stayed within its limits. */
  isFlat(): boolean {
    if (this.#beginning === undefined || this.#latest === undefined) return false;
    const heap = this.#latest.heap / this.#beginning.heap;
    const rss = this.#latest.rss / this.#beginning.rss;
    const flat = heap <= most.heap && rss <= most.rss;
    const ratios = `heap × ${heap.toFixed(3)} (at most ${most.heap}), RSS × ${rss.toFixed(3)} (at most ${most.rss})`;
    console.log(`${flat ? 'flat' : 'FAILED: memory grows'}: ${ratios}`);
    return flat;
  }
}

/**
 * Runs a soak test with numbers from the command line. The exit code is 0 for success, 1 for a failure, and 2 for
 * wrong arguments.
 */
export async function main<Name extends string>(
  usage: string,
  defaults: Readonly<Record<Name, number>>,
  soak: (numbers: Readonly<Record<Name, number>>) => Promise<boolean>,
): Promise<void> {
  const names = Object.keys(defaults) as Name[];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
  const given: Readonly<Record<string, unknown>> = values;
  const numbers = Object.fromEntries(names.map((name) => [name, Number(given[name] ?? defaults[name])]));
  if (values.help === true) console.log(usage);
  else if (Object.values(numbers).every((value) => value > 0)) {
    process.exitCode = (await soak(numbers as Record<Name, number>)) ? 0 : 1;
    agent.destroy();
  } else {
    console.error(usage);
    process.exitCode = 2;
  }
}
