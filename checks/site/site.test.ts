/** Opens the docs site from `npm run docs` in Chromium. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchOptions } from '../../tools/lib/chromium.ts';
import { linksIn } from '../../tools/lib/markdown.ts';
import { at, root } from '../../tools/lib/paths.ts';

/** The browser sends no request to this URL, because `open` responds to all requests with the built files. */
const site = 'http://localhost/any/path/';

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const entryPoints = ['sdk', 'fake-server', 'conformance', 'explorer'].flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(at('packages', folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, unknown>>;
  };
  const paths = Object.keys(exports).filter((path) => path !== './package.json');
  return paths.map((path) => name + path.slice(1));
});

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(launchOptions);
});
afterAll(() => browser.close());

/** The list `problems` contains uncaught errors and requests for missing files. */
async function open(path: string): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  onTestFinished(() => context.close());
  const problems: string[] = [];
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    const name = decodeURI(url.replace(/[?#].*/, '')).slice(site.length) || 'index.html';
    const file = at('docs/.vitepress/dist', name);
    if (url.startsWith(site) && isFile(file)) return route.fulfill({ path: file });
    problems.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => problems.push(message));
  await page.goto(site + path);
  // Wait, because VitePress handles keys and clicks only some time after the HTML is visible.
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  return { page, problems };
}

test('the home page links to the guide under any base path and calls no other host', async () => {
  const { page, problems } = await open('');
  await page.getByRole('link', { name: 'Start here' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Start here' }).waitFor();
  expect(page.url()).toBe(`${site}guide/start.html`);
  expect(problems).toEqual([]);
});

test('the docs search finds an error by its message and opens its section', async () => {
  const { page, problems } = await open('guide/start.html');
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('Nothing is listening there');
  await page
    .getByRole('option', { name: /Troubleshooting/ })
    .first()
    .click();
  await page.waitForURL(/guide\/troubleshooting\.html#./);
  expect(problems).toEqual([]);
});

test.each([
  'timeout',
  'retry',
  'token',
  'seed',
  'lost response',
  'proxy',
  'fake timers',
  'drift',
  'clock',
  'fault',
])('the first result of a docs search for "%s" is a section of a guide', async (words) => {
  const { page } = await open('');
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill(words);
  const link = page.getByRole('option').first().getByRole('link');
  expect(await link.getAttribute('href')).toMatch(/guide\/(?!troubleshooting)/);
});

test.each(['guide/what-is-this.html', 'guide/retries.html', 'explorer.html'])(
  'the browser can show each picture on %s',
  async (path) => {
    const { page } = await open(path);
    const images = page.locator('.vp-doc img');
    await images.first().waitFor({ state: 'attached' });
    for (const image of await images.all()) {
      const width = image.evaluate((element: HTMLImageElement) =>
        element.decode().then(() => element.naturalWidth),
      );
      expect(await width).toBeGreaterThan(0);
    }
  },
);

test('the home page opens the explorer, which shows a log of its own fake server', async () => {
  const { page, problems } = await open('');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Try the explorer' }).click();
  const explorer = await opened;
  await explorer.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await explorer.locator('[data-index]').first().waitFor();
  expect(problems).toEqual([]);
});

test('for each entry point, the API reference links to a page with an example', async () => {
  const { page, problems } = await open('api/index.html');
  const main = page.getByRole('main');
  for (const name of entryPoints) {
    await main.getByRole('link', { name, exact: true }).click();
    await main.getByRole('heading', { level: 1, name }).waitFor();
    expect(await main.innerText()).toContain(`from '${name}'`);
    await page.goBack();
  }
  expect(problems).toEqual([]);
});

// VitePress detects links to missing pages, but not to other missing files.
test.each(globSync('docs/{,guide/}*.md', { cwd: root }))('%s links only to files of the site', (page) => {
  const relative = linksIn(page).filter((target) => !/^([a-z]+:|#)/.test(target));
  const paths = relative.map((target) => posix.join(posix.dirname(page), target));
  expect(paths.filter((path) => !/^docs\/([^.]+\.(md|png|svg)\b|openapi\.json$)/.test(path))).toEqual([]);
});
