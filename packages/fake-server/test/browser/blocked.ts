import { isFakeServerError, startFake } from '@mock-services/fake-server/browser';
import { expect, onTestFinished, vi } from 'vitest';

/** The error with which `startFake` must fail. */
export const blocked = {
  code: 'worker-blocked',
  message: expect.stringContaining("serviceWorkers: 'block'") as string,
  cause: expect.any(Error) as Error,
};

/** Returns the reason for which `startFake` rejects if `register` replaces the browser's function. */
export async function failureWith(register: () => Promise<unknown>): Promise<unknown> {
  // The page has no worker before its first start.
  const registrations = vi.spyOn(navigator.serviceWorker, 'getRegistrations').mockResolvedValue([]);
  const registered = vi.spyOn(navigator.serviceWorker, 'register').mockImplementation(register as never);
  onTestFinished(() => {
    registrations.mockRestore();
    registered.mockRestore();
  });
  const error: unknown = await startFake().catch((reason: unknown) => reason);
  return isFakeServerError(error) ? error : undefined;
}
