import type { AnyFake } from './panel.ts';

/** Faults and the clock also change without a request, and a fake server in another process reports no request. */
const pollMs = 2000;

/** Many requests may arrive at once. */
const requestMs = 100;

type Timer = ReturnType<typeof setTimeout>;

export interface Reader {
  /**
   * Reads the fake server now. While the panel is open, it reads the fake server every two seconds. A fake server in this
   * page is read soon after each request, too.
   */
  readonly setOpen: (isOpen: boolean) => void;
  readonly stop: () => void;
  /** Reads the fake server now, unless the reader has stopped. */
  readonly refresh: () => Promise<void>;
}

export function createReader({ journal }: AnyFake, read: () => Promise<void>): Reader {
  let isStopped = false;
  let latest = Promise.resolve();
  // Only one read runs at a time, so that a slow response does not replace a later one.
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
    // A server may take longer than the interval to respond.
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
