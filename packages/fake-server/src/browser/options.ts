import type { HttpHandler } from 'msw';
import type { FakeServerOptions } from '../core/index.ts';

/** Options of `startFake`: those of `createFakeServer`, and those of the page. */
export interface StartFakeOptions extends FakeServerOptions {
  /** Where the worker script is. */
  readonly worker?: WorkerOptions | undefined;
  /** Handlers of your own, asked before those of the fake server: a page has one worker for all of them. */
  readonly handlers?: readonly HttpHandler[] | undefined;
  /**
   * Whether the world outlives a reload of the page, in its `sessionStorage`; a name keeps several apart. What was
   * kept is dropped when the seed is another one by then, as one that is made of the time of day always is, and with
   * a warning when it cannot be read. The default seed is the same one for any clock that follows a function.
   *
   * @default false
   */
  readonly persist?: boolean | string | undefined;
  /**
   * What becomes of requests that nothing handles, as MSW has it.
   *
   * @default 'bypass'
   */
  readonly onUnhandled?: 'bypass' | 'warn' | 'error' | undefined;
  /**
   * Whether MSW keeps each request out of the console.
   *
   * @default true
   */
  readonly quiet?: boolean | undefined;
  /** Is told what went wrong but is no reason not to start. Default: `console.warn`. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Where the worker script is. */
export interface WorkerOptions {
  /**
   * URL of the script, relative to the page.
   *
   * @default '/mockServiceWorker.js'
   */
  readonly url?: string | undefined;
  /** Path below which pages are answered. Default: the folder of the script. */
  readonly scope?: string | undefined;
}
