import { isFakeServerError, startFake } from '@mock-services/fake-server/browser';
import { expect, onTestFinished, vi } from 'vitest';

/** Expects that `startFake` rejects with a FakeServerError if `register` replaces the browser's function. */
export async function expectBlocked(register: () => Promise<unknown>): Promise<void> {
  // The page has no worker before its first start.
  const registrations = vi.spyOn(navigator.serviceWorker, 'getRegistrations').mockResolvedValue([]);
  const registered = vi.spyOn(navigator.serviceWorker, 'register').mockImplementation(register as never);
  onTestFinished(() => {
    registrations.mockRestore();
    registered.mockRestore();
  });
  const error: unknown = await startFake().catch((reason: unknown) => reason);
  expect(isFakeServerError(error, 'worker-blocked')).toBe(true);
  expect(error).toMatchObject({
    message: expect.stringContaining("serviceWorkers: 'block'") as string,
    cause: expect.any(Error) as Error,
  });
}
