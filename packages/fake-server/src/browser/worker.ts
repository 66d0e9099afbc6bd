import type { HttpHandler } from 'msw';
import type { StartFakeOptions } from './options.ts';
import { WorkerError } from './worker-error.ts';
import { checkWorkerScript } from './worker-script.ts';

/** Milliseconds that a worker may take to become ready. */
const patience = 10_000;

/**
 * Starts MSW's worker and waits until it answers this page. Returns what stops it.
 *
 * @throws {WorkerError} when the script is missing or stale, or the worker does not come to control the page.
 */
export async function startWorker(
  handlers: readonly HttpHandler[],
  { worker = {}, quiet = true, onUnhandled = 'bypass' }: StartFakeOptions,
): Promise<() => Promise<void>> {
  const { url = '/mockServiceWorker.js', scope } = worker;
  // Loaded here, so that a page can be rendered on a server, where MSW's browser part cannot be imported.
  const { setupWorker } = await import('msw/browser');
  const mocking = setupWorker(...handlers);
  // Without service workers, as on http:// pages of other machines, MSW intercepts requests within the page.
  const supported = 'serviceWorker' in navigator;
  if (supported) {
    const script = new URL(url, location.href);
    // MSW 3 has a ready state, and MSW 2 has none.
    await checkWorkerScript(script, 'readyState' in mocking ? 3 : 2);
    refuseOutOfScope(script, new URL(scope ?? '.', script));
  }
  const options = {
    quiet,
    serviceWorker: { url, ...(scope !== undefined && { options: { scope } }) },
    onUnhandledFrame: onUnhandled,
    onUnhandledRequest: onUnhandled, // MSW 2
  };
  await inTime(mocking.start(options).then(() => (supported ? controlled() : undefined)));
  return async () => mocking.stop();
}

function refuseOutOfScope(script: URL, scope: URL): void {
  if (location.href.startsWith(scope.href)) return;
  throw new WorkerError(
    'scope',
    `The worker at ${script.href} does not cover ${location.pathname}. Serve its script from a folder above, or send it with the header Service-Worker-Allowed: / and give worker.scope.`,
  );
}

/** Resolves when a worker controls the page: its requests go through the worker from then on. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
}

/** Rejects when the worker takes too long. */
async function inTime(ready: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(notReady()), patience);
  });
  try {
    await Promise.race([ready, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function notReady(): WorkerError {
  return new WorkerError(
    'timeout',
    `The service worker was not ready within ${patience / 1000} s. Close other tabs of this site, or unregister its workers in the developer tools, and reload.`,
  );
}
