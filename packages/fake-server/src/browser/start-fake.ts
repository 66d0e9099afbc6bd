import type { HttpHandler } from 'msw';
import { internalsOf } from '../core/internals.ts';
import { emptyWorld, type FakeServerOptions } from '../core/index.ts';
import { createFakeServer, type FakeServer } from '../msw/fake-server.ts';
import { persistWorld } from './persisted-world.ts';
import { startWorker, type WorkerSettings } from './worker.ts';
import { FakeServerError } from '../core/errors.ts';

export interface StartFakeOptions extends FakeServerOptions, WorkerSettings {
  /** Your own MSW handlers, which take precedence over those of the fake server. */
  readonly handlers?: readonly HttpHandler[] | undefined;
  /**
   * Whether the data survives reloads of the page. Pass a string to name the data in `sessionStorage`.
   *
   * Stored data is dropped if the seed has changed, so the seed must not contain the current time. Unreadable data is
   * dropped with a warning. If the data becomes too large for `sessionStorage`, a warning says so, and after a reload the
   * fake server continues with the last data that it could store and warns again.
   * @default false
   */
  readonly persist?: boolean | string | undefined;
}

/** Property of `globalThis`, because a page may load two copies of this module. */
const running = Symbol.for('@mock-services/fake-server.running');

const calledTwice =
  'startFake was called twice, but a page can have only one worker. Use the promise of the first call, or call stop() first. React may run an effect twice.';

export interface StartedFake {
  readonly fake: FakeServer;
  /**
   * Stops the fake server, and stores its data if `persist` is set. Later requests reach the network. Repeated calls
   * have no effect.
   *
   * Waits up to one second for pending requests, for example those that a fault delays. If a request takes longer,
   * MSW's worker stays registered until that request ends.
   */
  readonly stop: () => Promise<void>;
}

/**
 * Creates a fake server that responds to requests from this page through MSW's service worker. Call it before the
 * page sends its first request. A page can run only one fake server at a time.
 * @throws {FakeServerError} (`worker-…`) if the worker cannot be used, or the page already runs a fake server.
 * @throws {FakeServerError} (`invalid-seed`) if the seed does not conform to the interface.
 */
export async function startFake(options: StartFakeOptions = {}): Promise<StartedFake> {
  if (Reflect.has(globalThis, running)) throw new FakeServerError('worker-running', calledTwice);
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
  const persisted =
    persist === false
      ? undefined
      : persistWorld(fake, nameOf(persist), options.seed ?? emptyWorld(), onWarning);
  persisted?.load();
  const stopWorker = await startWorker([...handlers, ...fake.handlers], { worker, onUnhandled, quiet });
  const save = (): void => persisted?.save();
  const unwatch = persisted && internalsOf(fake)?.onChange?.(persisted.saveSoon);
  addEventListener('pagehide', save);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    Reflect.deleteProperty(globalThis, running);
    removeEventListener('pagehide', save);
    unwatch?.();
    save();
    return stopWorker();
  };
  return { fake, stop: () => (stopped ??= stop()) };
}

function nameOf(persist: true | string): string {
  return persist === true ? 'fake-server' : persist;
}
