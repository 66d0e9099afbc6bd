/** What {@link within} rejects with when the time is over. It is turned into an error of the tree, and never shown. */
export class OutOfTime extends Error {}

/**
 * Settles like `work`, or rejects as soon as its time is over or the signal is aborted (with the signal's
 * reason), whether or not the work itself listens. An abort goes before work that is done already, and so does a time
 * that was over before.
 *
 * @param timeLeft - Milliseconds; `Infinity` for no limit.
 */
export async function within<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
  timeLeft: number,
): Promise<Value> {
  if (signal === undefined && timeLeft === Infinity) return work;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = new Promise<never>((_, reject) => {
    // The caller's reason is passed on as it is; it becomes the cause of an AbortError.
    stop = () => {
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    if (timeLeft === 0) reject(new OutOfTime());
    else if (timeLeft < Infinity) timer = setTimeout(() => reject(new OutOfTime()), timeLeft);
  });
  try {
    return await Promise.race([stopped, work]);
  } finally {
    clearTimeout(timer);
    if (stop) signal?.removeEventListener('abort', stop);
  }
}
