/** 2^31 - 1 ms, the longest delay that a timer supports. */
export const longestDelay = 2_147_483_647;

export const aborted = Symbol('aborted');

export const timedOut = Symbol('timed out');

/** An aborted signal takes precedence over settled work. If `ms` is `Infinity`, there is no time limit. */
export async function race<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
  ms: number,
): Promise<Value | typeof aborted | typeof timedOut> {
  if (signal === undefined && ms === Infinity) return work;
  let onAbort: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<typeof aborted | typeof timedOut>((resolve) => {
    onAbort = () => resolve(aborted);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    if (ms <= 0) resolve(timedOut);
    else if (ms < Infinity) timer = setTimeout(resolve, ms, timedOut);
  });
  try {
    return await Promise.race([limit, work]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
  }
}

export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await race(new Promise<never>(() => undefined), signal, ms);
}

/** React Native's `AbortSignal` has neither `throwIfAborted` nor `any`, and its `reason` may be undefined. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason ?? new Error('The operation was aborted.');
}

/** @param other - The signal of a `Request`. Some implementations of `Request` have no signal. */
export function anySignal(one: AbortSignal, other: AbortSignal | null | undefined): AbortSignal {
  if (!other) return one;
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([one, other]);
  const either = new AbortController();
  for (const signal of [one, other]) abortWith(either, signal);
  return either.signal;
}

/** Returns a function that removes the listener. The signal may be of another class, such as jsdom's `AbortSignal`. */
export function abortWith(controller: AbortController, signal: AbortSignal | null | undefined): () => void {
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return () => signal?.removeEventListener('abort', abort);
}
