/** Tests that the console says if requests of a page do not reach its fake server, with MSW 2 and with MSW 3. */
import { startFake, type StartFakeOptions } from '@mock-services/fake-server/browser';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { openRoots } from '../../../../tools/lib/open-roots.ts';

/** A session of Chromium's protocol. */
interface Session {
  readonly send: (command: string, params?: object) => Promise<unknown>;
}

const session = cdp() as unknown as Session;
const baseUrl = `${location.origin}/api`;
const otherScript = '/other/worker.js';

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
});

async function start(options?: StartFakeOptions) {
  const onWarning = vi.fn<(message: string) => void>();
  const sent = vi.spyOn(window, 'fetch');
  const started = await startFake({ baseUrl, onWarning, ...options });
  onTestFinished(started.stop);
  /** Waits for the responses, and resolves to the requests that ask whether the fake server is reached. */
  const settled = async () => {
    await Promise.allSettled(sent.mock.results.map(({ value }: { value: unknown }) => value));
    return sent.mock.calls.filter(
      ([url]) => typeof url === 'string' && url.startsWith(`${baseUrl}/__mock-services/`),
    );
  };
  return { ...started, settled, warnings: () => onWarning.mock.calls.flat() };
}

/** Registers a worker as a PWA plugin does, and resolves when it controls the page. */
async function registerOther(): Promise<void> {
  const controls = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  await navigator.serviceWorker.register(otherScript, { scope: '/' });
  await controls;
}

async function bypassWorkers(): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  onTestFinished(async () => void (await session.send('Network.setBypassServiceWorker', { bypass: false })));
}

test('says nothing if the fake server answers, and sends one request, which no handler sees', async () => {
  const own = vi.fn<() => Response>(() => HttpResponse.text('own'));
  const { fake, settled, warnings } = await start({ handlers: [http.all('*', own)] });
  expect(await settled()).toHaveLength(1);
  // The second request would precede a warning.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await settled()).toHaveLength(1);
  expect([own.mock.calls, fake.journal.entries(), warnings()]).toEqual([[], [], []]);
});

test('says that "Bypass for network" is on', async () => {
  await bypassWorkers();
  const { warnings } = await start();
  await expect.poll(warnings).toHaveLength(1);
  expect(warnings()[0]).toMatch(
    /^Requests of this page do not reach the fake server\. .*"Bypass for network"/,
  );
});

test('says which worker took over while the page was open', async () => {
  openRoots();
  const { warnings } = await start({ panel: true });
  await registerOther();
  await expect.poll(warnings).toHaveLength(1);
  // Nobody should wait for the effect of a fault there.
  const alerts = document.querySelector('mock-services-panel')?.shadowRoot?.querySelectorAll('[role=alert]');
  expect(Array.from(alerts ?? [], ({ textContent }) => textContent)).toContain(warnings()[0]);
  expect(warnings()[0]).toContain(
    `Another service worker controls the page: ${location.origin}${otherScript}.`,
  );
});

test('says that the site data was cleared while the page was open', async () => {
  const { warnings } = await start();
  await session.send('Storage.clearDataForOrigin', {
    origin: location.origin,
    storageTypes: 'service_workers',
  });
  await expect.poll(warnings).toHaveLength(1);
  expect(warnings()[0]).toContain('the site data was cleared');
});
