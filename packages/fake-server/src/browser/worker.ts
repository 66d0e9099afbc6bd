import type { HttpHandler } from 'msw';
import { FakeServerError } from '../core/errors.ts';

export interface WorkerSettings {
  readonly worker?: ServiceWorkerOptions | undefined;
  /**
   * What MSW does with requests that no handler matches.
   * @default 'bypass'
   */
  readonly onUnhandled?: 'bypass' | 'warn' | 'error' | undefined;
  /**
   * Whether MSW stays silent about requests.
   * @default true
   */
  readonly quiet?: boolean | undefined;
}

export interface ServiceWorkerOptions {
  /**
   * URL relative to the page.
   * @default '/mockServiceWorker.js'
   */
  readonly url?: string | undefined;
  /**
   * Path prefix of the pages that the worker controls.
   * @default the folder of the script
   */
  readonly scope?: string | undefined;
}

const maxStartMs = 10_000;

/** Without this limit, MSW would wait for pending requests forever. */
const maxStopMs = 1000;

/** Returns a function that stops the worker. */
export async function startWorker(
  handlers: readonly HttpHandler[],
  { worker = {}, quiet = true, onUnhandled = 'bypass' }: WorkerSettings,
): Promise<() => Promise<void>> {
  const { url = '/mockServiceWorker.js', scope } = worker;
  // A static import of `msw/browser` would break server-side rendering.
  const { setupWorker } = await import('msw/browser');
  const mswWorker = setupWorker(...handlers);
  const options = {
    quiet,
    serviceWorker: { url, ...(scope !== undefined && { options: { scope } }) },
    onUnhandledFrame: onUnhandled,
    onUnhandledRequest: onUnhandled, // MSW 2
  };
  const start = async (): Promise<void> => {
    // On http:// pages of other machines, browsers have no service workers. Without a service worker, MSW intercepts
    // requests in the page.
    const supported = 'serviceWorker' in navigator;
    if (supported) {
      const script = new URL(url, location.href);
      await checkWorkerScript(script, 'readyState' in mswWorker ? 3 : 2);
      checkScope(script, new URL(scope ?? '.', script));
    }
    await mswWorker.start(options);
    if (supported) await waitForControl();
  };
  if (!(await settlesWithin(maxStartMs, start()))) throw timeout();
  // In MSW 2, `stop` is synchronous.
  const stop = async (): Promise<void> => mswWorker.stop();
  return async () => void (await settlesWithin(maxStopMs, stop()));
}

/** The browser's own messages do not explain a missing or outdated worker script. */
async function checkWorkerScript(url: URL, mswMajor: number): Promise<void> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  const script = response?.ok === true ? await response.text() : undefined;
  const version = /PACKAGE_VERSION = ['"]((\d+)\.[^'"]+)/.exec(script ?? '');
  if (version === null) throw new FakeServerError('worker-missing', missing(url, script !== undefined));
  const [, full = '', major] = version;
  if (Number(major) !== mswMajor) throw new FakeServerError('worker-stale', stale(url, full, mswMajor));
}

function missing(url: URL, isOther: boolean): string {
  const found = isOther ? 'The server sent another file or page.' : 'The server has no such file.';
  return `MSW's worker script was not found at ${url.href}. ${found}${fix(url)}`;
}

function stale(url: URL, version: string, mswMajor: number): string {
  return `The worker script at ${url.href} is from MSW ${version}, but this page uses MSW ${mswMajor}.${fix(url)}`;
}

function fix({ pathname }: URL): string {
  const folder = pathname.slice(1, pathname.lastIndexOf('/'));
  const target = folder === '' ? 'public' : `public/${folder}`;
  return [
    '',
    `To create the script, run:  npx msw init ${target} --save`,
    'public is the folder of your static files. With Vite, use the plugin msw/vite instead.',
  ].join('\n');
}

function checkScope(script: URL, scope: URL): void {
  if (location.href.startsWith(scope.href)) return;
  throw new FakeServerError(
    'worker-scope',
    `The worker at ${script.href} does not cover ${location.pathname}. Serve the script from a parent folder of the page, or send it with the header Service-Worker-Allowed: / and set worker.scope.`,
  );
}

/** The worker receives requests only after it has taken control of the page. */
async function waitForControl(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
}

async function settlesWithin(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function timeout(): FakeServerError {
  return new FakeServerError(
    'worker-timeout',
    `The service worker was not ready within ${maxStartMs / 1000} s. Close other tabs of this site or unregister its workers in the developer tools. Then reload the page.`,
  );
}
