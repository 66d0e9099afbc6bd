/** A pool of Chromium pages for tests. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';

/** A page and its errors. */
export interface Opened {
  readonly page: Page;
  /** Uncaught errors, and violations of the page's policy. */
  readonly troubles: string[];
}

/** Lends pages, and takes them back in any state. */
export interface Pages {
  /** @param context - Options of a context of its own. Without them, a used page is cleared and lent again. */
  readonly take: (context?: BrowserContextOptions) => Promise<Opened>;
  readonly giveBack: (opened: Opened) => Promise<void>;
}

const viewport = { width: 1280, height: 800 };

/**
 * Creating a page with its context and processes takes as long as most tests, so pages without options are reused.
 *
 * @param blank - An address of the same origin on which no script runs.
 */
export function pagesOf(browser: Browser, blank: string): Pages {
  const free: Opened[] = [];
  const own = new WeakSet<Opened>();
  const make = async (context?: BrowserContextOptions): Promise<Opened> => {
    const made = await browser.newContext({ viewport, ...context });
    made.setDefaultTimeout(20_000);
    const page = await made.newPage();
    return { page, troubles: await watch(page) };
  };
  return {
    take: async (context) => {
      if (context === undefined) return free.pop() ?? make();
      const opened = await make(context);
      own.add(opened);
      return opened;
    },
    giveBack: async (opened) => {
      const { page } = opened;
      if (own.has(opened)) return page.context().close();
      await clear(opened, blank);
      free.push(opened);
    },
  };
}

/** Clears all state of a test. */
async function clear({ page, troubles }: Opened, blank: string): Promise<void> {
  await page.context().setOffline(false);
  await page.goto(blank);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  troubles.length = 0;
}

declare global {
  /** Injected into the page by `watch`. */
  var reportViolation: (text: string) => Promise<void>;
}

async function watch(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  await page.exposeFunction('reportViolation', (text: string) => troubles.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      void reportViolation(`${effectiveDirective} ${blockedURI}`);
    });
  });
  return troubles;
}

/** From the next navigation on, the page is never idle: it loads no more than what it shows. */
export async function keepBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
}
