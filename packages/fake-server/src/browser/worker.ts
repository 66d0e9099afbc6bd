import type { HttpHandler } from 'msw';
import { FakeServerError } from '../core/errors.ts';
import { errorText } from '../core/words.ts';
import { createProbe } from './reach.ts';

export interface WorkerSettings {
  readonly worker?: ServiceWorkerOptions | undefined;
  /**
   * Behavior of MSW for requests that no handler matches.
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

/**
 * Pages without storage have no service workers, and MSW cannot be imported there.
 * @throws {FakeServerError} (`worker-blocked`)
 */
export function checkStorage(): void {
  try {
    void localStorage.length;
    void navigator.serviceWorker;
  } catch (cause) {
    throw new FakeServerError(
      'worker-blocked',
      `The browser blocks storage and service workers for this page. ${reasonOf(cause)}Allow cookies and site data for this site; a sandboxed frame needs allow-same-origin. ${orPort}`,
      { cause },
    );
  }
}

export async function startWorker(
  handlers: readonly HttpHandler[],
  { worker = {}, quiet = true, onUnhandled = 'bypass' }: WorkerSettings,
  { baseUrl, warn }: { readonly baseUrl: string; readonly warn: (message: string) => void },
): Promise<() => Promise<void>> {
  const { url = defaultScript, scope } = worker;
  // A static import of `msw/browser` would break server-side rendering.
  const [{ setupWorker }, { http }] = await Promise.all([import('msw/browser'), import('msw')]);
  // On http:// pages of other machines, browsers have no service workers, so MSW intercepts requests in the page.
  const script = 'serviceWorker' in navigator ? new URL(url, location.href) : undefined;
  const probe = script && createProbe(http, baseUrl);
  const mswWorker = setupWorker(...(probe ? [probe.handler] : []), ...handlers);
  const options = {
    quiet,
    serviceWorker: { url, ...(scope !== undefined && { options: { scope } }) },
    onUnhandledFrame: onUnhandled,
    onUnhandledRequest: onUnhandled, // MSW 2
  };
  const start = async (): Promise<void> => {
    if (script) {
      await checkWorkerScript(script, 'readyState' in mswWorker ? 3 : 2);
      checkScope(script, new URL(scope ?? '.', script));
    }
    try {
      await mswWorker.start(options);
      if (script) await waitForControl();
    } catch (error) {
      throw blocked(new URL(url, location.href), error);
    }
  };
  if (!(await settlesWithin(maxStartMs, start()))) throw timeout();
  // In MSW 2, `stop` is synchronous.
  const stop = async (): Promise<void> => mswWorker.stop();
  const unwatch = script && probe?.watch(script, warn);
  return async () => {
    unwatch?.();
    await settlesWithin(maxStopMs, stop());
  };
}

/** The browser's own messages do not explain a missing or outdated worker script. */
async function checkWorkerScript(url: URL, mswMajor: number): Promise<void> {
  const script = await fetchScript(url);
  // A content security policy may forbid this request but allow the worker, so a failed request is not an error.
  if (!script) return;
  const { version, type, isOther } = script;
  if (version === undefined) throw new FakeServerError('worker-missing', await missing(url, isOther));
  if (Number.parseInt(version, 10) !== mswMajor)
    throw new FakeServerError('worker-stale', stale(url, version, mswMajor));
  if (!/^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i.test(type))
    throw new FakeServerError('worker-blocked', wrongType(url, type));
}

interface Script {
  /** Version of MSW, or `undefined` if MSW's script is not at this URL. */
  readonly version: string | undefined;
  readonly type: string;
  /** Whether another file is at this URL. */
  readonly isOther: boolean;
}

async function fetchScript(url: URL): Promise<Script | undefined> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  if (!response) return undefined;
  const script = response.ok ? await response.text() : undefined;
  const [, version] = /PACKAGE_VERSION = ['"](\d+\.[^'"]+)/.exec(script ?? '') ?? [];
  const type = response.headers.get('content-type') ?? '';
  return { version, type, isOther: script !== undefined && version === undefined };
}

async function missing(url: URL, isOther: boolean): Promise<string> {
  const found = isOther ? 'The server sent another file or page.' : 'The server has no such file.';
  const title = `MSW's worker script was not found at ${url.href}. ${found}`;
  const others = otherUrls().filter(({ href }) => href !== url.href);
  const scripts = await Promise.all(others.map(fetchScript));
  const actual = others.find((_, i) => scripts[i]?.version !== undefined);
  if (actual)
    return `${title} The script is at ${actual.pathname}, so pass ${optionFor(actual)} to startFake.`;
  const [likely] = others;
  const base =
    likely && likely.pathname !== `/${scriptName}`
      ? `\nIf your site has a base path, such as the option \`base\` of Vite, also pass ${optionFor(likely)} to startFake.`
      : '';
  return `${title}${fix(url)}${base}`;
}

function optionFor({ pathname }: URL): string {
  return `worker: { url: '${pathname}' }`;
}

const scriptName = 'mockServiceWorker.js';

export const defaultScript = `/${scriptName}`;

const maxFolders = 4;

/** If the site has a base path, the script may be in any folder of the page's path. The outermost folder comes first. */
function otherUrls(): URL[] {
  const folder = location.pathname.replace(/[^/]*\.[^/]*$/, '');
  const folders = folder.split('/').slice(1, 1 + maxFolders);
  const paths = folders.filter(Boolean).map((_, i) => `/${folders.slice(0, i + 1).join('/')}/`);
  return [...paths, '/'].map((path) => new URL(path + scriptName, location.origin));
}

function stale(url: URL, version: string, mswMajor: number): string {
  return `The worker script at ${url.href} is from MSW ${version}, but this page uses MSW ${mswMajor}.${fix(url)}`;
}

function wrongType({ href }: URL, type: string): string {
  return `The server sends MSW's worker script at ${href} with the content type "${type}", but browsers start only JavaScript. Configure the server to send text/javascript.`;
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

function blocked(url: URL, cause: unknown): FakeServerError {
  return new FakeServerError(
    'worker-blocked',
    `The browser did not start the service worker at ${url.href}. ${reasonOf(cause)}Allow service workers for this page: Playwright's option serviceWorkers: 'block', private windows, blocked cookies and a Content-Security-Policy without worker-src 'self' forbid them. ${orPort}`,
    { cause },
  );
}

const orPort = 'Or run the fake server on a port (npx @mock-services/fake-server) instead.';

function reasonOf(cause: unknown): string {
  return `${errorText(cause)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<![.!?])$/, '.')} `;
}

function timeout(): FakeServerError {
  return new FakeServerError(
    'worker-timeout',
    `The service worker was not ready within ${maxStartMs / 1000} s. Close other tabs of this site or unregister its workers in the developer tools. Then reload the page.`,
  );
}
