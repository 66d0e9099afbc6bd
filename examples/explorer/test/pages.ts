/** Pages of a Chromium, for one test after the other. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';

/** A page with what went wrong on it. */
export interface Opened {
  readonly page: Page;
  /** Uncaught errors, and what the policy of the page refused. */
  readonly troubles: string[];
}

/** Lends a page, and takes it back in whatever state it is. */
export interface Pages {
  /** @param context - Options of a context of its own. Without, the page is one that was used before, cleared. */
  readonly take: (context?: BrowserContextOptions) => Promise<Opened>;
  readonly giveBack: (opened: Opened) => Promise<void>;
}

const viewport = { width: 1280, height: 800 };

/**
 * Chromium takes as long to make a page, with its context and processes, as most tests take to use it: so pages without
 * a wish are kept for the next test.
 *
 * @param blank - An address in the origin of the pages where no script runs.
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

/** Leaves nothing of what a test has done. */
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
  /** Is put into the page by `watch`. */
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
