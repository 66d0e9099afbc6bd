import { endpoints } from '@mock-services/sdk/contract';
import {
  createFakeServer,
  createWorlds,
  isOptionError,
  isStorageError,
  type BehaviourOptions,
  type FakeServer,
  type Seed,
  type Worlds,
  type WorldStorage,
} from '../../core/index.ts';
import { isListenError } from '../listen-error.ts';
import { serve, type RunningServer } from '../serve.ts';
import { openWorldFile, type WorldFile } from '../storage/world-file.ts';
import { wrong } from './arguments.ts';
import { explore, loadExplorer } from './explore.ts';
import { CommandFailure } from './failure.ts';
import { readProfile } from './profile-file.ts';
import { readSeed } from './seed-file.ts';
import { readServeArguments, type ServeArguments } from './serve-arguments.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds that pending responses get once the program is asked to stop. */
const grace = 1000;

/** Serves until the program is asked to stop. Resolves to the exit code. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readServeArguments(args);
  const serveExplorer = options.explore ? await loadExplorer(terminal) : undefined;
  const behavior =
    options.profile === undefined ? undefined : await readProfile(options.profile, terminal.error);
  const file = options.data === undefined ? undefined : openFile(options.data);
  try {
    const served = await createServed(options, behavior, file);
    const running = await listen(served, options, terminal.error);
    const explorer = serveExplorer && (await explore(serveExplorer, running));
    // Before the greeting, so that a signal sent on reading it is not missed.
    const stopped = terminal.stopped();
    terminal.out(options.quiet ? running.url : greeting(running, options, explorer?.url));
    await stopped;
    await Promise.all([explorer?.close(), running.close({ grace })]);
    return 0;
  } finally {
    file?.close();
  }
}

function openFile(path: string): WorldFile {
  try {
    return openWorldFile(path);
  } catch (error) {
    throw isStorageError(error) ? new CommandFailure('seed', error.message) : error;
  }
}

async function createServed(
  options: ServeArguments,
  behavior: BehaviourOptions | undefined,
  file: WorldFile | undefined,
): Promise<FakeServer | Worlds> {
  const create = (seed?: Seed): FakeServer | Worlds => fakeOrWorlds(options, behavior, seed, file);
  try {
    return options.seed === undefined ? create() : await readSeed(options.seed, create);
  } catch (error) {
    if (isStorageError(error)) throw new CommandFailure('seed', `${options.data}: ${error.message}`);
    throw isOptionError(error) ? wrong(error.message) : error;
  }
}

/**
 * @throws {SeedError | OptionError | StorageError} for a wrong seed, wrong options and wrong data, the first two also for
 * worlds that are made later.
 */
function fakeOrWorlds(
  { latency, grease, worlds }: ServeArguments,
  behavior: BehaviourOptions | undefined,
  seed: Seed | undefined,
  storage: WorldFile | undefined,
): FakeServer | Worlds {
  const create = (_: string, own: WorldStorage | undefined): FakeServer =>
    createFakeServer({ ...behavior, seed, latency, grease, storage: own });
  if (worlds === undefined) return create('default', storage?.world('default'));
  const all = createWorlds({ create, storage, ...worlds });
  all.get('default');
  return all;
}

async function listen(
  served: FakeServer | Worlds,
  { port, host, corsOrigin, admin }: ServeArguments,
  log: Terminal['error'],
): Promise<RunningServer> {
  try {
    return await serve(served, { port, host, corsOrigin, admin, log });
  } catch (error) {
    throw isListenError(error) ? new CommandFailure('listen', error.message) : error;
  }
}

function greeting(
  { url }: RunningServer,
  { worlds, admin }: ServeArguments,
  explorer: string | undefined,
): string {
  const { path } = endpoints.listMockServices;
  return [
    `Mock services at ${url}`,
    ...(explorer === undefined ? [] : [`Explorer at ${explorer}`]),
    `Try:  curl ${url}${path}`,
    ...(worlds ? [`A world of its own:  curl ${url}/worlds/checkout-17${path}`] : []),
    ...(admin ? [`Admin endpoints:  curl ${new URL(url).origin}/__fake/`] : []),
    'Stop with Ctrl+C.',
  ].join('\n');
}
