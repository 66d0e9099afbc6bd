import { demoWorld, type Seed } from '../core/index.ts';
import { createFakeServer, type FakeServer } from '../msw/fake-server.ts';
import { keepWorld } from './kept-world.ts';
import type { StartFakeOptions } from './options.ts';
import { startWorker } from './worker.ts';

/** A fake server that answers what the page fetches. */
export interface StartedFake {
  readonly fake: FakeServer;
  /** Lets requests go to the network again; a world that is to be kept is kept. May be called again. */
  readonly stop: () => Promise<void>;
}

/**
 * Makes a fake server and lets it answer what this page fetches, through MSW's service worker. Start it before the
 * page makes its first request, and one at a time.
 *
 * @param options - Those of `createFakeServer`, and those of the page.
 * @returns Once the worker answers.
 * @throws {@link WorkerError} when the worker script is missing or stale, or does not cover the page; the message
 *   names the command that mends it.
 * @throws {SeedError} when the seed is not what the interface describes.
 * @example
 * ```ts
 * import { startFake } from '@mock-services/fake-server/browser';
 *
 * const { fake, stop } = await startFake({ baseUrl: 'https://mocks.example.com/api', persist: true });
 * fake.clock.advance('1h');
 * await stop();
 * ```
 */
export async function startFake(options: StartFakeOptions = {}): Promise<StartedFake> {
  const { handlers = [], persist = false, onWarning = console.warn } = options;
  const fake = createFakeServer(options);
  const keeper = persist === false ? undefined : keepWorld(fake, nameOf(persist), seedOf(options), onWarning);
  keeper?.load();
  const stopWorker = await startWorker([...handlers, ...fake.handlers], options);
  const save = (): void => keeper?.save();
  addEventListener('pagehide', save);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    removeEventListener('pagehide', save);
    save();
    return stopWorker();
  };
  return { fake, stop: () => (stopped ??= stop()) };
}

function nameOf(persist: true | string): string {
  return persist === true ? 'fake-server' : persist;
}

/** The seed, but for the time that a clock shows which follows a function: it is another at each load of the page. */
function seedOf({ seed, clock }: StartFakeOptions): Seed {
  return seed ?? demoWorld({ now: typeof clock === 'function' ? undefined : clock });
}
