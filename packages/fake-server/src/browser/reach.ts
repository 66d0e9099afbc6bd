/** MSW does not report that a page's requests fail to reach its worker. */
import type { http, HttpHandler } from 'msw';
import { onceEach } from '../core/words.ts';

/**
 * A content security policy that allows the page's requests allows this path, because the path is below the base URL. A
 * GET request changes nothing if it reaches the real service instead of the fake server.
 */
const path = '/__mock-services/is-the-fake-server-reached';

/**
 * Milliseconds to wait for a service worker to take control of the page. A request that fails because the user leaves
 * the page is not resent.
 */
const secondTryMs = 1000;

export interface Probe {
  readonly handler: HttpHandler;
  /**
   * Warns if a request of the page does not reach the handler, now or after another worker took control. Returns a
   * function that ends the checks.
   */
  readonly watch: (script: URL, warn: (message: string) => void) => () => void;
}

export function createProbe({ all }: typeof http, baseUrl: string): Probe {
  const url = baseUrl + path;
  // The answer is unique, because the fake server of another page of the same origin may receive the request.
  const answer = `${Date.now()} ${Math.random()}`;
  const isAnswered = async (): Promise<boolean> => {
    try {
      return (await (await fetch(url, { cache: 'no-store' })).text()) === answer;
    } catch {
      return false;
    }
  };
  return {
    handler: all(
      ({ request }) => request.url === url,
      () => new Response(answer),
    ),
    watch: (script, warn) => {
      const watching = new AbortController();
      const { signal } = watching;
      const isOver = (): boolean => signal.aborted;
      const warnOnce = onceEach(warn);
      const check = async (): Promise<void> => {
        if (await isAnswered()) return;
        await new Promise((resolve) => setTimeout(resolve, secondTryMs));
        if (isOver() || (await isAnswered()) || isOver()) return;
        warnOnce(`Requests of this page do not reach the fake server. ${advice(script)}`);
      };
      navigator.serviceWorker.addEventListener('controllerchange', () => void check(), { signal });
      void check();
      return () => watching.abort();
    },
  };
}

function advice({ href }: URL): string {
  const { controller } = navigator.serviceWorker;
  if (controller === null)
    return 'No service worker controls the page any more, probably because the site data was cleared or the page was reloaded with Shift. Reload the page.';
  if (controller.scriptURL !== href)
    return `Another service worker controls the page: ${controller.scriptURL}. Do not register it during development, unregister it in the developer tools (Application > Service workers), and reload the page.`;
  return `The requests bypass the service worker at ${href}. In the developer tools, turn off "Bypass for network" (Application > Service workers), and reload the page.`;
}
