/** Sends one request and reads its answer within a bounded time. */
import { Aborted, NoAnswer } from './outcome.ts';
import type { Settings } from './options.ts';

/** A response as text. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Limits = Pick<Settings, 'fetch' | 'timeout'>;

/**
 * Rejects with `NoAnswer` when there is no whole answer in time, and with `Aborted` as soon as `signal` is aborted,
 * even where `fetch` heeds no signal.
 */
export async function exchange(
  { fetch, timeout }: Limits,
  signal: AbortSignal | undefined,
  url: string,
  init: RequestInit,
): Promise<RawAnswer> {
  const ending = new AbortController();
  const abort = () => ending.abort(new Aborted());
  const timer = setTimeout(() => ending.abort(new NoAnswer(`no answer within ${timeout} ms`)), timeout);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    return await Promise.race([
      rejection(ending.signal),
      read(fetch, url, { ...init, signal: ending.signal }),
    ]);
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    throw new NoAnswer(`no answer (${codeOf(error)})`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function read(fetch: Settings['fetch'], url: string, init: RequestInit): Promise<RawAnswer> {
  init.signal?.throwIfAborted();
  // What the service itself answers is judged, not where it sends its callers, nor what a cache remembers.
  const response = await fetch(url, { ...init, redirect: 'manual', cache: 'no-store' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // Reasons are set in this file alone, and are errors.
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** A short word for a network error. Its message is left out: it may hold the URL with its query. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause: unknown = error.cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
