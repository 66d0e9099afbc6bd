import type { HttpHandler } from 'msw';
import { emptyWorld, type FakeServerOptions } from '../core/index.ts';
import { createFakeServer, type FakeServer } from '../msw/fake-server.ts';
import { keepWorld } from './kept-world.ts';
import { startWorker, type WorkerSettings } from './worker.ts';
import { WorkerError } from '../core/errors.ts';

/** Options of `startFake`: those of `createFakeServer`, and more for the page. */
export interface StartFakeOptions extends FakeServerOptions, WorkerSettings {
  /** Handlers of your own, tried before those of the fake server: a page has one worker for all of them. */
  readonly handlers?: readonly HttpHandler[] | undefined;
  /**
   * Whether `sessionStorage` keeps the world across reloads of the page; a name separates several worlds. The stored
   * world is dropped if the seed has changed, as a seed with the current time always has, and with a warning if it
   * cannot be read. Faults whose `match` has functions or regular expressions are not kept.
   *
   * @default false
   */
  readonly persist?: boolean | string | undefined;
}

/** A property of the page while a fake server runs in it. Two copies of this module share it. */
const running = Symbol.for('@mock-services/fake-server.running');

const calledTwice =
  'startFake was called twice: a fake server responds to this page already, and a page has one worker. Keep the promise of the first call and use that (React may run an effect twice), or call its stop() first.';

/** A fake server that responds to what the page fetches. */
export interface StartedFake {
  readonly fake: FakeServer;
  /**
   * Lets requests go to the network again, and stores the world if `persist` is set. May be called repeatedly.
   *
   * Waits up to 1 s for requests without a response, such as those that a fault holds back. Those that still wait then go on
   * waiting, and MSW's worker stays registered as long; all later requests go to the network.
   */
  readonly stop: () => Promise<void>;
}

/**
 * Creates a fake server that responds to what this page fetches, through MSW's service worker. Start it before the
 * page's first request, and only one at a time.
 *
 * @param options - Those of `createFakeServer`, and more for the page.
 * @returns Resolves when the worker controls the page.
 * @throws {@link WorkerError} when the worker script is missing or stale, or does not cover the page, or a fake server runs in
 *   the page already; the message says what to do.
 * @throws {SeedError} when the seed breaks the interface.
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
  if (Reflect.has(globalThis, running)) throw new WorkerError('running', calledTwice);
  Reflect.set(globalThis, running, true);
  try {
    return await start(options);
  } catch (error) {
    Reflect.deleteProperty(globalThis, running);
    throw error;
  }
}

async function start(options: StartFakeOptions): Promise<StartedFake> {
  const { worker, handlers = [], persist = false, onUnhandled, quiet, ...fakeOptions } = options;
  const { onWarning = console.warn } = options;
  const fake = createFakeServer(fakeOptions);
  const keeper =
    persist === false ? undefined : keepWorld(fake, nameOf(persist), options.seed ?? emptyWorld(), onWarning);
  keeper?.load();
  const stopWorker = await startWorker([...handlers, ...fake.handlers], { worker, onUnhandled, quiet });
  const save = (): void => keeper?.save();
  addEventListener('pagehide', save);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    Reflect.deleteProperty(globalThis, running);
    removeEventListener('pagehide', save);
    save();
    return stopWorker();
  };
  return { fake, stop: () => (stopped ??= stop()) };
}

function nameOf(persist: true | string): string {
  return persist === true ? 'fake-server' : persist;
}
