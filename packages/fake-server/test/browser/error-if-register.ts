import { startFake } from '@mock-services/fake-server/browser';
import { expect, onTestFinished, vi } from 'vitest';

/** Returns the error of `startFake` if `register` replaces the browser's function that registers a service worker. */
export async function errorIfRegister(register: () => Promise<unknown>): Promise<unknown> {
  // The page has no worker before its first start.
  const registrations = vi.spyOn(navigator.serviceWorker, 'getRegistrations').mockResolvedValue([]);
  const registered = vi.spyOn(navigator.serviceWorker, 'register').mockImplementation(register as never);
  onTestFinished(() => {
    registrations.mockRestore();
    registered.mockRestore();
  });
  return startFake().catch((reason: unknown) => reason);
}

export const blocked: unknown = expect.objectContaining({
  name: 'FakeServerError',
  code: 'worker-blocked',
  message: expect.stringContaining("serviceWorkers: 'block'") as string,
  cause: expect.any(Error) as Error,
});
