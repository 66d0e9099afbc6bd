import type { AnyFake } from './panel.ts';

/** Faults and the clock also change without a request, and a fake server in another process reports no request. */
const pollMs = 2000;

/** Many requests may arrive at once. */
const requestMs = 100;

type Timer = ReturnType<typeof setTimeout>;

export interface Reader {
  /** Reads the fake server now, soon after each request, and every two seconds, until `stop` is called. */
  readonly start: () => void;
  readonly stop: () => void;
  /** Reads the fake server now, if the reader is running. */
  readonly refresh: () => Promise<void>;
}

export function createReader({ journal }: AnyFake, read: () => Promise<void>): Reader {
  let stopReading: (() => void) | undefined;
  let latest = Promise.resolve();
  // One after the other, so that a slow response does not replace a later one.
  const refresh = (): Promise<void> =>
    (latest = latest.then(() => (stopReading === undefined ? undefined : read())));
  const start = (): void => {
    let pending: Timer | undefined;
    let isPolling = false;
    const poll = async (): Promise<void> => {
      // A server may take longer than the interval to respond.
      if (document.hidden || isPolling) return;
      isPolling = true;
      await refresh();
      isPolling = false;
    };
    const polling = setInterval(() => void poll(), pollMs);
    const onRequest = (): void => {
      pending ??= setTimeout(() => {
        pending = undefined;
        void refresh();
      }, requestMs);
    };
    const unsubscribe = 'subscribe' in journal ? journal.subscribe(onRequest) : undefined;
    stopReading = () => {
      stopReading = undefined;
      clearInterval(polling);
      clearTimeout(pending);
      unsubscribe?.();
    };
    void refresh();
  };
  return { start, stop: () => stopReading?.(), refresh };
}
