import type { HttpHandler } from 'msw';
import type { FakeServerOptions } from '../core/index.ts';

/** Options of `startFake`: those of `createFakeServer`, and more for the page. */
export interface StartFakeOptions extends FakeServerOptions {
  /** The worker script. */
  readonly worker?: WorkerOptions | undefined;
  /** Handlers of your own, tried before those of the fake server: a page has one worker for all of them. */
  readonly handlers?: readonly HttpHandler[] | undefined;
  /**
   * Whether `sessionStorage` keeps the world across reloads of the page; a name separates several worlds. The stored
   * world is dropped if the seed has changed, as a seed with the current time always has, and with a warning if it
   * cannot be read. The default seed does not change with a clock that is a function. Faults with a `when` are not kept:
   * a reload loses their functions.
   *
   * @default false
   */
  readonly persist?: boolean | string | undefined;
  /**
   * What MSW does with requests that no handler matches.
   *
   * @default 'bypass'
   */
  readonly onUnhandled?: 'bypass' | 'warn' | 'error' | undefined;
  /**
   * Whether MSW leaves requests out of the console.
   *
   * @default true
   */
  readonly quiet?: boolean | undefined;
}

/** Location and scope of MSW's worker script. */
export interface WorkerOptions {
  /**
   * URL of the script, relative to the page.
   *
   * @default '/mockServiceWorker.js'
   */
  readonly url?: string | undefined;
  /** Path below which the worker controls pages. Default: the folder of the script. */
  readonly scope?: string | undefined;
}
