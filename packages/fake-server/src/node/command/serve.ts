import { endpoints } from '@mock-services/sdk/contract';
import { createFakeServer, type FakeServer } from '../../core/index.ts';
import { serve, type RunningServer } from '../serve.ts';
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

async function createFake({ seed, latency }: ServeArguments): Promise<FakeServer> {
  if (seed === undefined) return createFakeServer({ latency });
  return readSeed(seed, (value) => createFakeServer({ seed: value, latency }));
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
