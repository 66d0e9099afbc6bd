import type { AnyFake } from './panel.ts';

/** Poll, because faults and the clock also change without a request, and other processes report no requests. */
const pollMs = 2000;

/** Wait 100 ms after a request, because many requests may arrive at once. */
const requestMs = 100;

type Timer = ReturnType<typeof setTimeout>;

export interface Reader {
  /**
   * Reads the fake server now, and every two seconds while the panel is open. A fake server in this page is also read
   * soon after each request.
   */
  readonly setOpen: (isOpen: boolean) => void;
  readonly stop: () => void;
  readonly refresh: () => Promise<void>;
}

export function createReader({ journal }: AnyFake, read: () => Promise<void>): Reader {
  let isStopped = false;
  let latest = Promise.resolve();
  // Only one read runs at a time, so that a slow response does not replace a later response.
  const refresh = (): Promise<void> => (latest = latest.then(() => (isStopped ? undefined : read())));
  let pending: Timer | undefined;
  const onRequest = (): void => {
    pending ??= setTimeout(() => {
      pending = undefined;
      void refresh();
    }, requestMs);
  };
  const unsubscribe = 'subscribe' in journal ? journal.subscribe(onRequest) : undefined;
  let isPolling = false;
  const poll = async (): Promise<void> => {
    // Skip this read if the previous read is still running.
    if (document.hidden || isPolling) return;
    isPolling = true;
    await refresh();
    isPolling = false;
  };
  let polling: ReturnType<typeof setInterval> | undefined;
  return {
    setOpen: (isOpen) => {
      clearInterval(polling);
      if (isOpen) polling = setInterval(() => void poll(), pollMs);
      void refresh();
    },
    stop: () => {
      isStopped = true;
      clearInterval(polling);
      clearTimeout(pending);
      unsubscribe?.();
    },
    refresh,
  };
}
