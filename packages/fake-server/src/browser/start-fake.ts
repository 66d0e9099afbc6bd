import type { HttpHandler } from 'msw';
import { internalsOf } from '../core/internals.ts';
import type { FakeServerOptions } from '../core/index.ts';
import type { FakeServer } from '../msw/fake-server.ts';
import { describeBeginning } from './beginning.ts';
import { persistWorld } from './persisted-world.ts';
import { checkStorage, startWorker, type WorkerSettings } from './worker.ts';
import { FakeServerError, isFakeServerError } from '../core/errors.ts';
import { errorText } from '../core/words.ts';
import { defaultKey, linkedScenario, linkTo, showInUrl } from '../panel/scenario-link.ts';
import type { PanelOptions } from '../panel/show-panel.ts';
import { showInPanel } from '../panel/warning.ts';
import { loadPanel } from './load-panel.ts';
import { hideAlert, showAlert, type AlertLink } from './show-alert.ts';
import { findFixture, standAside } from './stand-aside.ts';

export interface StartFakeOptions<ScenarioName extends string = string>
  extends FakeServerOptions<ScenarioName>, WorkerSettings {
  /**
   * Query parameter of the page's URL that names the scenario to apply at the start, such as `/?fake=empty`. With
   * `persist`, a reload restores the stored data instead of applying the same scenario again.
   * @default 'fake'
   */
  readonly scenarioKey?: string | undefined;
  /** Your own MSW handlers, which take precedence over the fake server's handlers. */
  readonly handlers?: readonly HttpHandler[] | undefined;
  /**
   * Whether the data survives reloads of the page. Pass a string to name the data in `sessionStorage`.
   *
   * Stored data is dropped, with a warning, if the data is unreadable, or if you edited its seed, `randomSeed`, clock
   * or scenario. Therefore, the seed and the scenarios must not contain the current time or random values. A scenario
   * can use `fake.clock.now()`.
   *
   * If the data becomes too large for `sessionStorage`, a warning says so. After a reload, the fake server continues
   * with the last data that it could store, and warns again.
   * @default false
   */
  readonly persist?: boolean | string | undefined;
  /**
   * Whether a corner of the page has a button that opens a panel with scenarios, faults, requests and the clock. If the
   * option is false, the page does not load the code of the panel.
   * @default false
   */
  readonly panel?: boolean | Omit<PanelOptions, 'scenarioKey'> | undefined;
}

/** The property belongs to `globalThis`, because a page may load two copies of this module. */
const running = Symbol.for('@mock-services/fake-server.running');

const calledTwice =
  'startFake was called twice, but a page can have only one worker. Use the promise of the first call, or call stop() first. React may run an effect twice.';

export interface StartedFake<ScenarioName extends string = string> {
  readonly fake: FakeServer<ScenarioName>;
  /**
   * Stops the fake server, and stores its data if `persist` is set. Later requests reach the network. Repeated calls
   * have no effect.
   *
   * Waits up to one second for pending requests, such as those that a fault delays. If a request takes longer, MSW's
   * worker stays registered until that request ends.
   */
  readonly stop: () => Promise<void>;
}

/**
 * Creates a fake server that responds to requests from this page through MSW's service worker. Call this function
 * before the page sends its first request. A page can run only one fake server at a time. In a Playwright test with
 * `fakeTest`, the fake server of the test responds, so this function registers no worker.
 *
 * If this function fails, the page shows the error message. If requests of the page stop reaching the fake server, for
 * example because of another service worker, `onWarning` is called.
 * @throws {FakeServerError} (`worker-…`) if the worker cannot be used, or the page already runs a fake server.
 * @throws {FakeServerError} (`invalid-seed`) if the seed does not conform to the interface.
 * @throws {FakeServerError} (`scenario`) if the URL names an unknown scenario, or one that fails.
 */
export async function startFake<ScenarioName extends string = never>(
  options: StartFakeOptions<ScenarioName> = {},
): Promise<StartedFake<ScenarioName>> {
  if (Reflect.has(globalThis, running)) throw new FakeServerError('worker-running', calledTwice);
  Reflect.set(globalThis, running, true);
  try {
    hideAlert();
    return await start(options);
  } catch (error) {
    Reflect.deleteProperty(globalThis, running);
    if (isFakeServerError(error, 'scenario')) showAlert(error.message, linksTo(options));
    else
      showAlert(
        isFakeServerError(error) ? error.message : `The fake server does not start. ${errorText(error)}`,
      );
    throw error;
  }
}

function linksTo({ scenarios = {}, scenarioKey = defaultKey }: StartFakeOptions): AlertLink[] {
  return Object.keys(scenarios).map((text) => ({ text, href: linkTo(text, scenarioKey) }));
}

async function start<ScenarioName extends string>(
  options: StartFakeOptions<ScenarioName>,
): Promise<StartedFake<ScenarioName>> {
  const {
    worker,
    handlers = [],
    persist = false,
    panel = false,
    onUnhandled,
    quiet,
    scenarioKey = defaultKey,
    ...fakeOptions
  } = options;
  const { onWarning = console.warn, scenarios } = options;
  checkStorage();
  // Import MSW only after `checkStorage`, because MSW reads `localStorage` when it is imported.
  const { createFakeServer } = await import('../msw/fake-server.ts');
  const fake = createFakeServer(fakeOptions);
  // If no scenarios are defined, the query parameter may belong to the application.
  const linked = scenarios && linkedScenario(scenarioKey);
  const fixture = findFixture();
  if (fixture) {
    const hasHandlers = handlers.length > 0;
    const unused = await standAside(fixture, fake, { linked, worker, hasHandlers, warn: onWarning });
    return { fake: unused, stop: async () => void Reflect.deleteProperty(globalThis, running) };
  }
  const persisted =
    persist === false
      ? undefined
      : persistWorld(fake, nameOf(persist), (name) => describeBeginning(fakeOptions, name), onWarning);
  // An unknown scenario is an error, even if the stored data began with the same scenario.
  const isKnown = linked === undefined || Object.hasOwn(scenarios ?? {}, linked);
  const begin = (isKnown ? persisted?.load(linked) : undefined) ?? { scenario: linked, isRestored: false };
  // The cast is safe, because `scenario` rejects unknown names.
  if (!begin.isRestored && begin.scenario !== undefined) fake.scenario(begin.scenario as ScenarioName);
  // If an earlier link chose the scenario, add it to the URL, so that the URL matches the displayed data.
  if (panel !== false && linked === undefined && begin.scenario !== undefined)
    showInUrl(begin.scenario, scenarioKey);
  let warning = '';
  const warn = (message: string): void => {
    onWarning(message);
    warning = message;
    showInPanel(message);
  };
  const stopWorker = await startWorker(
    [...handlers, ...fake.handlers],
    { worker, onUnhandled, quiet },
    { baseUrl: fake.baseUrl, warn },
  );
  const removePanel =
    panel === false
      ? undefined
      : await tryPanel(fake, { ...(panel === true ? {} : panel), scenarioKey }, onWarning);
  // Show an earlier warning, because the panel did not exist when the warning occurred.
  showInPanel(warning);
  const save = (): void => persisted?.save();
  const unwatch = persisted && internalsOf(fake)?.onChange?.(persisted.saveSoon);
  addEventListener('pagehide', save);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    Reflect.deleteProperty(globalThis, running);
    removeEventListener('pagehide', save);
    unwatch?.();
    removePanel?.();
    save();
    return stopWorker();
  };
  return { fake, stop: () => (stopped ??= stop()) };
}

/** If the panel cannot be loaded, the fake server still works. */
async function tryPanel(
  fake: FakeServer,
  options: PanelOptions,
  warn: (message: string) => void,
): Promise<(() => void) | undefined> {
  try {
    return await loadPanel(fake, options);
  } catch (error) {
    warn(`The panel of the fake server cannot be shown. ${errorText(error)}`);
    return undefined;
  }
}

function nameOf(persist: true | string): string {
  return persist === true ? 'fake-server' : persist;
}
