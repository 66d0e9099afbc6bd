/** In a Playwright test, the fixture's fake server answers the page's requests, so the page starts no worker. */
import { FakeServerError } from '../core/errors.ts';
import { fixtureBinding, type FixtureBinding } from '../core/internals.ts';
import type { FakeServer } from '../core/index.ts';
import { defaultScript, type ServiceWorkerOptions } from './worker.ts';

/** Returns `undefined` outside a test with the fixture. */
export function findFixture(): FixtureBinding | undefined {
  const found: unknown = Reflect.get(globalThis, fixtureBinding);
  return typeof found === 'function' ? (found as FixtureBinding) : undefined;
}

interface Settings {
  readonly linked: string | undefined;
  readonly worker: ServiceWorkerOptions | undefined;
  readonly hasHandlers: boolean;
  readonly warn: (message: string) => void;
}

/**
 * Returns the page's fake server, which warns when the page uses the fake server for the first time.
 *
 * @throws {FakeServerError} (`scenario`) if the fixture cannot apply the scenario of the link.
 */
export async function standAside<Fake extends FakeServer>(
  fixture: FixtureBinding,
  fake: Fake,
  { linked, worker, hasHandlers, warn }: Settings,
): Promise<Fake> {
  await unregister(new URL(worker?.url ?? defaultScript, location.href).href);
  const { baseUrl, problem } = await fixture(linked);
  if (problem !== undefined) throw new FakeServerError('scenario', problem);
  const other =
    baseUrl === fake.baseUrl
      ? ''
      : ` The page has another base URL, ${fake.baseUrl}: pass it to fakeTest, too.`;
  const handlers = hasHandlers ? ' The option handlers has no effect, so use page.route() in the test.' : '';
  console.info(
    `startFake registers no worker, because the fake server of the Playwright test answers requests to ${baseUrl}.${other}${handlers}`,
  );
  return warnOfUse(fake, () =>
    warn(
      'This fake server answers no request, because startFake registers no worker in a Playwright test. Use the fixture `fake` of the test instead, which answers.',
    ),
  );
}

/** A worker that an earlier run registered in the same browser profile could answer before the fixture does. */
async function unregister(script: string): Promise<void> {
  try {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const left = registrations.filter(({ active, waiting, installing }) =>
      [active, waiting, installing].some((worker) => worker?.scriptURL === script),
    );
    await Promise.all(left.map((registration) => registration.unregister()));
  } catch {
    // Pages without service workers, such as sandboxed frames, have nothing to unregister.
  }
}

/** `baseUrl` causes no warning, because a page may need it for its client. */
function warnOfUse<Fake extends FakeServer>(fake: Fake, warn: () => void): Fake {
  let isUsed = false;
  return new Proxy(fake, {
    get: (target, name) => {
      if (!isUsed && typeof name === 'string' && name !== 'baseUrl' && Object.hasOwn(target, name)) {
        isUsed = true;
        warn();
      }
      return Reflect.get(target, name) as unknown;
    },
  });
}
