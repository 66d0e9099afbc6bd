import { isApiError } from '@mock-services/sdk';

/** Calls `read`, and calls it again if the service responds with 429 even after the client's retries. */
export type TurnTaker = <Data>(read: () => PromiseLike<Data>, signal: AbortSignal) => Promise<Data>;

/**
 * Lets parallel reads share one pause. While one read waits after a 429 response, no other read starts, so that other
 * reads do not use up the limit.
 */
export function turnTaker(): TurnTaker {
  let turn: Promise<unknown> = Promise.resolve();
  return async (read, signal) => {
    // Another read may have begun a pause in the meantime, so check again.
    for (let awaited; awaited !== turn; await awaited) awaited = turn;
    try {
      return await read();
    } catch (error) {
      if (pauseAfter(error) === undefined) throw error;
      const again = turn.then(() => readAgain(error, read, signal));
      turn = again.catch(() => {});
      return again;
    }
  };
}

const mostRepetitions = 3;

async function readAgain<Data>(
  reason: unknown,
  read: () => PromiseLike<Data>,
  signal: AbortSignal,
): Promise<Data> {
  let error = reason;
  for (let count = 0; count < mostRepetitions; count += 1) {
    const ms = pauseAfter(error);
    if (ms === undefined) break;
    await pause(ms, signal);
    try {
      return await read();
    } catch (next) {
      error = next;
    }
  }
  throw error;
}

/** Longest accepted `Retry-After` delay in milliseconds, equal to the client's default. */
const longestPause = 30_000;

/** Returns the pause in milliseconds, or `undefined` if the read must not be repeated. */
function pauseAfter(error: unknown): number | undefined {
  const ms = isApiError(error) && error.status === 429 ? error.retryAfterMs : undefined;
  return ms === undefined || ms > longestPause ? undefined : ms;
}

/** Waits for `ms` milliseconds, or until `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', end);
  });
}
