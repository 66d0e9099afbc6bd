import { counted, type Terminal, untilStopped } from '@mock-services/cli-kit';
import { endpoints } from '@mock-services/sdk/contract';
import {
  createFakeServer,
  createWorlds,
  type FakeServer,
  type Profile,
  type Scenarios,
  type Seed,
  type Worlds,
  type WorldStorage,
} from '../../core/index.ts';
import { FakeServerError, isStorageError } from '../../core/errors.ts';
import { onceEach } from '../../core/words.ts';
import { demoSeed } from '../../examples/demo-seed.ts';
import { serve, type RunningServer } from '../serve.ts';
import { openWorldFile, type WorldFile } from '../world-file.ts';
import { type CopiedService, readServeArguments, type ServeArguments } from './arguments.ts';
import { copyService } from './copy.ts';
import { readProfile, readScenarios, readSeed } from './input-files.ts';

/** Milliseconds to wait for pending responses when the program stops. */
const grace = 1000;

/** Resolves to the exit code when the program is stopped. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = await readServeArguments(args, terminal);
  const { port, host, corsOrigin, admin, token, quiet } = options;
  // Each world reads the same seed, so print each warning only once.
  const onWarning = onceEach(terminal.error);
  const behavior = options.profile === undefined ? undefined : await readProfile(options.profile, terminal);
  const scenarios = options.scenarios === undefined ? {} : await readScenarios(options.scenarios);
  const file = options.data === undefined ? undefined : openWorldFile(options.data);
  try {
    const served = await createServed({ ...options, behavior, scenarios, onWarning }, file, terminal);
    const running = await serve(served, {
      port,
      host,
      corsOrigin,
      admin,
      log: terminal.error,
      ...(token !== undefined && { requiredToken: token }),
    });
    terminal.out(quiet ? running.url : greeting(running, options));
    const exitCode = await untilStopped(terminal);
    await running.close({ grace });
    return exitCode;
  } finally {
    file?.close();
  }
}

interface ServedOptions extends Omit<ServeArguments, 'scenarios'> {
  readonly scenarios: Scenarios;
  readonly behavior: Profile | undefined;
  readonly onWarning: (message: string) => void;
}

async function createServed(
  options: ServedOptions,
  file: WorldFile | undefined,
  terminal: Terminal,
): Promise<FakeServer | Worlds> {
  const { seed, clock, data } = options;
  try {
    if (typeof seed === 'object' && 'url' in seed) return await servedCopy(seed, options, file, terminal);
    if (typeof seed === 'object')
      return await readSeed(seed, terminal, (read) => fakeOrWorlds(options, () => read, file));
    return fakeOrWorlds(
      options,
      seed === 'empty' ? () => ({}) : () => demoSeed({ now: clock ?? Date.now() }),
      file,
    );
  } catch (error) {
    if (!isStorageError(error)) throw error;
    throw new FakeServerError(error.code, `${data}: ${error.message}`, { cause: error });
  }
}

/** If the file already contains a copy, a restart needs no network. */
async function servedCopy(
  source: CopiedService,
  options: ServedOptions,
  file: WorldFile | undefined,
  terminal: Terminal,
): Promise<FakeServer | Worlds> {
  const { data, quiet } = options;
  const report = quiet ? () => {} : terminal.error;
  if (file?.names().includes('default')) {
    const stored = storedSeed(file);
    report(`${data} already contains data, so nothing is copied from ${source.url}.`);
    return fakeOrWorlds(options, () => stored, file);
  }
  return copyService(source, terminal, (seed) => {
    const served = fakeOrWorlds(options, () => seed, file);
    // Store the copy a second time, as the state to which `reset` returns, even after a restart.
    if (file) ('get' in served ? served.get('default') : served).seed(seed);
    const { mockServices, workspaces } = seed;
    const items = [counted(mockServices.length, 'mock service'), counted(workspaces.length, 'workspace')];
    report(`Copied ${items.join(' and ')} from ${source.url}${file ? ` to ${data}` : ''}.`);
    return served;
  });
}

function storedSeed(file: WorldFile): Seed {
  const rows = file.world('default').load();
  const fake = createFakeServer({ storage: { load: () => rows, save: () => {} } });
  fake.reset();
  return fake.data();
}

/** Opens the world `default` at once, so that invalid data is reported at the start. */
function fakeOrWorlds(
  { latency, grease, worlds, clock, behavior, onExpiry, scenarios, onWarning }: ServedOptions,
  seedNow: () => Seed,
  storage: WorldFile | undefined,
): FakeServer | Worlds {
  const create = (own?: WorldStorage): FakeServer =>
    createFakeServer({
      profile: behavior,
      ...(onExpiry !== undefined && { onExpiry }),
      seed: seedNow(),
      scenarios,
      onWarning,
      clock: clock ?? Date.now,
      latency,
      grease,
      storage: own,
    });
  if (worlds === undefined) return create(storage?.world('default'));
  const all = createWorlds({ create: () => create(), storage, ...worlds });
  all.get('default');
  return all;
}

function greeting({ url }: RunningServer, { worlds, admin, token }: ServeArguments): string {
  const { path } = endpoints.listMockServices;
  const curl = token === undefined ? 'curl' : `curl -H 'Authorization: Bearer …'`;
  return [
    `Mock services at ${url}`,
    `Try:  ${curl} ${url}${path}`,
    ...(worlds ? [`A separate world:  ${curl} ${url}/worlds/checkout-17${path}`] : []),
    ...(admin ? [`Admin endpoints:  ${curl} ${new URL(url).origin}/__fake/`] : []),
    'Stop with Ctrl+C.',
  ].join('\n');
}
