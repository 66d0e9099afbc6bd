import type { AnyFake } from './panel.ts';

/** Faults and the clock also change without a request, and a fake server in another process reports no request. */
const pollMs = 2000;

export interface Reader {
  /** Reads the fake server now, after each request, and every two seconds, until `stop` is called. */
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
    let timer: ReturnType<typeof setTimeout>;
    let frame: number | undefined;
    const poll = (): void => {
      timer = setTimeout(() => void (document.hidden ? Promise.resolve() : refresh()).then(poll), pollMs);
    };
    const onRequest = (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        void refresh();
      });
    };
    const unsubscribe = 'subscribe' in journal ? journal.subscribe(onRequest) : undefined;
    stopReading = () => {
      stopReading = undefined;
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
      unsubscribe?.();
    };
    poll();
    void refresh();
  };
  return { start, stop: () => stopReading?.(), refresh };
}
