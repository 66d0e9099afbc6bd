import { endpoints } from '@mock-services/sdk/contract';
import { createFakeServer, isOptionError, type FakeServer, type Seed } from '../../core/index.ts';
import { serve, type RunningServer } from '../serve.ts';
import { wrong } from './arguments.ts';
import { listenFailure } from './listen-failure.ts';
import { readSeed } from './seed-file.ts';
import { readServeArguments, type ServeArguments } from './serve-arguments.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds that responses that are due get when the program is asked to end. */
const grace = 1000;

/** Serves until the program is asked to end. Resolves to the exit code. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = readServeArguments(args);
  const fake = await createFake(asked);
  const running = await listen(fake, asked);
  // Listened for before anybody can know that the program is ready.
  const stopped = terminal.stopped();
  terminal.out(asked.quiet ? running.url : greeting(running, asked.admin));
  await stopped;
  await running.close({ grace });
  return 0;
}

async function createFake({ seed, latency, grease }: ServeArguments): Promise<FakeServer> {
  const create = (data?: Seed): FakeServer => createFakeServer({ seed: data, latency, grease });
  try {
    return seed === undefined ? create() : await readSeed(seed, create);
  } catch (error) {
    throw isOptionError(error) ? wrong(error.message) : error;
  }
}

async function listen(
  fake: FakeServer,
  { port, host, corsOrigin, admin }: ServeArguments,
): Promise<RunningServer> {
  try {
    return await serve(fake, { port, host, corsOrigin, admin });
  } catch (error) {
    throw listenFailure(error, port, host);
  }
}

function greeting({ url }: RunningServer, admin: boolean): string {
  return [
    `Mock services at ${url}`,
    `Try:  curl ${url}${endpoints.listMockServices.path}`,
    ...(admin ? [`Admin endpoints:  curl ${new URL(url).origin}/__fake/`] : []),
    'Stop with Ctrl+C.',
  ].join('\n');
}
