import { Release, type ReleaseSignal } from './release.ts';

/** Follows each abort signal with one listener, however many requests share it. */
export class SharedSignals {
  readonly #followers = new WeakMap<AbortSignal, Release>();

  /** What is aborted when `signal` is, which is not yet. */
  of(signal: AbortSignal): ReleaseSignal {
    const known = this.#followers.get(signal);
    if (known) return known;
    const follower = new Release();
    signal.addEventListener('abort', () => follower.abort(), { once: true });
    this.#followers.set(signal, follower);
    return follower;
  }
}
