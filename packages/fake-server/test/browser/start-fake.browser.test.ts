/** Tests `startFake` with MSW 2 and with MSW 3. */
import { http, HttpResponse } from 'msw';
import type { FakeServer } from '@mock-services/fake-server';
import { demoSeed, isFakeServerError, type FakeServerError } from '@mock-services/fake-server/core';
import { startFake, type StartFakeOptions } from '@mock-services/fake-server/browser';
import { createClient } from '@mock-services/sdk';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { input } from '../support/samples.ts';

const list = '/configuration/mock-services';

beforeEach(() => sessionStorage.clear());
afterEach(() => alert()?.remove());

async function start(options?: StartFakeOptions) {
  const started = await startFake({ seed: demoSeed(), ...options });
  onTestFinished(started.stop);
  return started;
}

const alert = () => document.querySelector('[role=alert]');

/** Returns the error with which `startFake` rejects. The page shows it, unless a fake server runs already. */
async function startErrorOf(options: StartFakeOptions): Promise<FakeServerError> {
  const error = (await startFake({ seed: demoSeed(), ...options }).catch(
    (reason: unknown) => reason,
  )) as FakeServerError;
  expect(isFakeServerError(error)).toBe(true);
  expect(alert()?.textContent).toBe(error.code === 'worker-running' ? undefined : error.message);
  return error;
}

describe('a fake server in a page', () => {
  test('without `worker.url`, the fake server responds from the first page request until `stop()` is called', async () => {
    const baseUrl = `${location.origin}/api`;
    const { fake, stop } = await start({ baseUrl });
    const client = createClient({ baseUrl });
    const { id } = await client.mockServices.create(input());
    expect(fake.mockServices.get(id)).toMatchObject(input());
    await stop();
    await stop();
    const response = await fetch(baseUrl + list);
    expect(response.headers.get('content-type')).not.toBe('application/json');
  });

  test('a fake server cannot be started again until it is stopped', async () => {
    const { stop } = await start();
    const { code, message } = await startErrorOf({});
    expect(code).toBe('worker-running');
    expect(message).toContain('stop()');
    await stop();
    await start();
    await stop();
    expect((await startErrorOf({})).code).toBe('worker-running');
  });

  test('the fake server can be started after an earlier start failed', async () => {
    await startErrorOf({ worker: { url: '/missing/mockServiceWorker.js' } });
    const { fake } = await start();
    expect(alert()).toBe(null);
    expect((await fetch(fake.baseUrl + list)).status).toBe(200);
  });

  test('starting with a relative base URL fails, and the error suggests an absolute URL', async () => {
    const { message } = await startErrorOf({ baseUrl: '/api' });
    expect(message).toContain(`such as ${location.origin}/api; got "/api".`);
  });

  test('the fake server warns about a request to a different base URL', async () => {
    const onWarning = vi.fn<(message: string) => void>();
    await start({ onWarning });
    await fetch(`/api${list}`);
    expect(onWarning.mock.calls).toEqual([
      [expect.stringContaining(`create the fake server with baseUrl: '${location.origin}/api'`)],
    ]);
  });

  test("other requests reach the page's MSW handlers or the network", async () => {
    const own = http.get('https://own.test/', () => HttpResponse.text('own'));
    const first = http.get(`https://mock-services.test${list}`, () => HttpResponse.text('first'));
    const { fake } = await start({ handlers: [own, first] });
    expect(await (await fetch('https://own.test/')).text()).toBe('own');
    expect(await (await fetch(fake.baseUrl + list)).text()).toBe('first');
    expect((await fetch('/mockServiceWorker.js')).status).toBe(200);
  });

  test('MSW prints nothing by default, because `quiet` is true and `onUnhandled` is bypass', async () => {
    const log = ['log', 'groupCollapsed', 'warn', 'error'] as const;
    const spies = log.map((name) => vi.spyOn(console, name).mockImplementation(() => {}));
    onTestFinished(() => void vi.restoreAllMocks());
    const { fake, stop } = await startFake({ seed: demoSeed() });
    await fetch(fake.baseUrl + list);
    await fetch('/elsewhere');
    await stop();
    expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

test.each(['warn', 'error'] as const)(
  'MSW reports a request that no handler matches as the option `onUnhandled: %s` says',
  async (onUnhandled) => {
    const spies = (['warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    );
    onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
    await start({ onUnhandled });
    await fetch('https://elsewhere.test/').catch(() => undefined);
    const printed = spies.map(({ mock }) => mock.calls.flat().join(' ').includes('https://elsewhere.test/'));
    // MSW prints a warning in both cases.
    expect(printed).toEqual([true, onUnhandled === 'error']);
  },
);

describe('a fault in a page', () => {
  const workspaces = '/configuration/workspaces';

  test('`stop()` succeeds even if a fault makes a request hang', async () => {
    const { fake, stop } = await startFake({ seed: demoSeed() });
    fake.faults.add({ operation: 'listWorkspaces', hang: true });
    const outcome = fetch(fake.baseUrl + workspaces).catch(() => 'broken');
    await expect.poll(() => fake.journal.entries().length).toBe(1);
    await stop();
    fake.faults.clear();
    expect(await outcome).toBe('broken');
  });

  test('a truncated response fails, even if the browser cannot transfer streams', async () => {
    const real = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'postMessage')?.value as Post;
    const withoutStreams = vi.spyOn(MessagePort.prototype, 'postMessage').mockImplementation(function (
      this: MessagePort,
      ...args: Parameters<Post>
    ) {
      const [, given] = args;
      const transfer = Array.isArray(given) ? given : (given?.transfer ?? []);
      if (transfer.some((one) => one instanceof ReadableStream))
        throw new DOMException('no', 'DataCloneError');
      real.apply(this, args);
    });
    onTestFinished(() => withoutStreams.mockRestore());
    const { fake } = await start();
    expect(await (await fetch(fake.baseUrl + workspaces)).json()).toHaveProperty('data');
    fake.faults.add({ operation: 'listWorkspaces', truncated: true });
    await expect(fetch(fake.baseUrl + workspaces)).rejects.toThrow('Failed to fetch');
  });
});

type Post = (
  this: MessagePort,
  message: unknown,
  given?: Transferable[] | StructuredSerializeOptions,
) => void;

describe('a wrong worker script', () => {
  const missing = { worker: { url: '/missing/mockServiceWorker.js' } };

  /** Moves the page to a path, and lets only the given URL respond with a worker script, until the test ends. */
  function moveTo(path: string, script?: string): void {
    const { href } = location;
    history.replaceState(null, '', path);
    const sent = vi.spyOn(window, 'fetch').mockImplementation((url) => {
      const { pathname } = new URL(url instanceof Request ? url.url : url);
      const isScript = pathname === script;
      return Promise.resolve(
        new Response(isScript ? `PACKAGE_VERSION = '3.0.0'` : '', { status: isScript ? 200 : 404 }),
      );
    });
    onTestFinished(() => {
      sent.mockRestore();
      history.replaceState(null, '', href);
    });
  }

  test('a worker script is reported as missing if the server has no such file', async () => {
    moveTo('/');
    const { code, message } = await startErrorOf(missing);
    expect(code).toBe('worker-missing');
    expect(message).toContain('npx msw init public/missing --save');
    expect(message).not.toContain('base path');
  });

  test.each([
    ['/app/list/1', 'by default', '/app/mockServiceWorker.js'],
    ['/app/list/1', '/missing/mockServiceWorker.js', '/mockServiceWorker.js'],
  ])('on the page %s, a worker %s gets the error that the server has %s', async (path, url, script) => {
    moveTo(path, script);
    const { code, message } = await startErrorOf({ worker: url === 'by default' ? {} : { url } });
    expect(code).toBe('worker-missing');
    expect(message).toContain(`so pass worker: { url: '${script}' } to startFake.`);
    expect(message).not.toContain('npx msw init');
  });

  test('if the server has no worker script, the error suggests one in the base path of the site', async () => {
    moveTo('/app/list');
    const { message } = await startErrorOf({});
    expect(message).toContain('npx msw init public --save');
    expect(message).toContain("also pass worker: { url: '/app/mockServiceWorker.js' } to startFake.");
  });

  test('a worker script is reported as missing if the server sends an HTML page instead', async () => {
    const { code, message } = await startErrorOf({ worker: { url: '/page/mockServiceWorker.js' } });
    expect(code).toBe('worker-missing');
    expect(message).toContain('sent another file or page');
  });

  test('a worker script that the server sends with another content type is reported as blocked', async () => {
    const { code, message } = await startErrorOf({ worker: { url: '/plain/mockServiceWorker.js' } });
    expect(code).toBe('worker-blocked');
    expect(message).toContain('with the content type "text/plain"');
  });

  test('a worker script from another MSW major version is reported as outdated', async () => {
    const { code, message } = await startErrorOf({ worker: { url: '/other/mockServiceWorker.js' } });
    expect(code).toBe('worker-stale');
    expect(message).toMatch(
      /is from MSW (2\.\d+\.\d+, but this page uses MSW 3|3\.\d+\.\d+, but this page uses MSW 2)\./,
    );
    expect(message).toContain('npx msw init public/other --save');
  });
});

test('starting fails if the scope of the worker script does not contain the page', async () => {
  const { code, message } = await startErrorOf({ worker: { url: '/elsewhere/mockServiceWorker.js' } });
  expect(code).toBe('worker-scope');
  expect(message).toContain(`does not cover ${location.pathname}`);
});

describe('a persistent world', () => {
  const key = 'mock-services:fake-server';

  /**
   * Starts the fake server and calls `act`. Then simulates a reload, which leaves the page without a call of
   * `stop()`.
   */
  async function visit(options: StartFakeOptions, act: (fake: FakeServer) => void = () => {}) {
    const onWarning = vi.fn<(message: string) => void>();
    const { fake, stop } = await startFake({ onWarning, seed: demoSeed(), ...options });
    const found = fake.snapshot();
    act(fake);
    const left = fake.snapshot();
    dispatchEvent(new Event('pagehide'));
    fake.reset();
    const kept = Object.entries(sessionStorage) as [string, string][];
    await stop();
    sessionStorage.clear();
    for (const [name, text] of kept) sessionStorage.setItem(name, text);
    return { found, left, warnings: onWarning.mock.calls.flat() };
  }

  const change = (fake: FakeServer) => {
    fake.clock.advance('1h');
    fake.mockServices.add({ title: 'kept' });
  };

  test('a persistent world is restored after a page reload', async () => {
    const first = await visit({ persist: true }, change);
    const second = await visit({ persist: true });
    expect(second.found).toEqual(first.left);
    expect(second.found).not.toEqual(first.found);
    expect(second.warnings).toEqual([]);
  });

  test('a persistent world is restored after `stop()`', async () => {
    const { fake, stop } = await startFake({ persist: true, seed: demoSeed() });
    change(fake);
    await stop();
    expect((await visit({ persist: true })).found).toEqual(fake.snapshot());
  });

  test('a world is persisted only under the name in the `persist` option', async () => {
    const first = await visit({}, change);
    expect(sessionStorage).toHaveLength(0);
    await visit({ persist: 'a' }, change);
    expect((await visit({ persist: 'b' })).found).toEqual(first.found);
    expect((await visit({ persist: 'a' })).found).not.toEqual(first.found);
  });

  test.each([
    ['broken', '{"format":2,'],
    ['of another format', '{"format":1}'],
  ])('the seed replaces a persistent world, with a warning, if the stored data is %s', async (_, kept) => {
    sessionStorage.setItem(key, kept);
    const { found, warnings } = await visit({ persist: true });
    expect(found.data.mockServices).toHaveLength(5);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('starts with the seed');
  });

  const addTooMuch = ({ mockServices }: FakeServer) => mockServices.add({ title: 'x'.repeat(12_000_000) });

  test('a reload restores the last data that fitted into the storage, and warns', async () => {
    const { left } = await visit({ persist: true }, change);
    const { warnings } = await visit({ persist: true }, addTooMuch);
    expect(warnings).toEqual([expect.stringContaining('may be too large for sessionStorage')]);
    const after = await visit({ persist: true });
    expect(after.found).toEqual(left);
    expect(after.warnings).toEqual([expect.stringContaining('continues with the last data')]);
    expect((await visit({ persist: true })).warnings).toEqual([]);
  });

  test('a reload starts with the seed and a warning if no data has ever fitted', async () => {
    await visit({ persist: true }, addTooMuch);
    const { found, warnings } = await visit({ persist: true });
    expect(found.data.mockServices).toHaveLength(5);
    expect(warnings).toEqual([expect.stringContaining('starts with the seed')]);
  });

  test('each change is stored soon, and warns at once if it does not fit', async () => {
    const onWarning = vi.fn<(message: string) => void>();
    const { fake } = await start({ persist: true, onWarning });
    const stored = () => sessionStorage.getItem(key) ?? '';
    for (const title of ['first', 'second']) {
      fake.mockServices.add({ title });
      await expect.poll(stored).toContain(title);
    }
    fake.clock.set('2031-01-01T00:00:00.000Z');
    await expect.poll(stored).toContain('2031');
    addTooMuch(fake);
    await expect.poll(() => onWarning.mock.calls.length).toBe(1);
    fake.mockServices.delete(fake.mockServices.list().at(-1)?.id ?? '');
    fake.mockServices.add({ title: 'third' });
    await expect.poll(stored).toContain('third');
    expect(onWarning).toHaveBeenCalledTimes(1);
  });

  test('blocked browser storage causes warnings but no errors', async () => {
    const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    onTestFinished(() => blocked.mockRestore());
    const onWarning = vi.fn<(message: string) => void>();
    const { fake, stop } = await start({ persist: true, onWarning });
    expect((await fetch(fake.baseUrl + list)).status).toBe(200);
    await stop();
    expect(onWarning.mock.calls.flat()).toEqual([
      expect.stringContaining('insecure'),
      expect.stringContaining('insecure'),
    ]);
  });
});
