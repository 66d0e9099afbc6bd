/** Tests the panel in pages that vitest does not serve: with a strict content security policy, in an iframe, on a phone. */
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchOptions } from '../../../../tools/lib/chromium.ts';
import { root } from '../../../../tools/lib/paths.ts';

const origin = 'http://127.0.0.1:1';

const code = `
  import { createFakeServer } from '@mock-services/fake-server/core';
  import { showPanel } from '@mock-services/fake-server/panel';
  const fake = createFakeServer({ scenarios: { empty: (fake) => fake.seed({}), ${'a'.repeat(200)}: () => {} } });
  showPanel(fake);
  fake.faults.add({ operation: 'listWorkspaces', status: 500, body: 1, headers: { 'x-a': 'b' } });
  void fake.fetch(fake.baseUrl + '/${'b'.repeat(300)}');
`;

let script: string;
let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    format: 'esm',
    write: false,
    tsconfig: 'tsconfig.json',
    absWorkingDir: root,
    logLevel: 'error',
  });
  script = outputFiles[0]?.text ?? '';
  browser = await chromium.launch(launchOptions);
});
afterAll(() => browser.close());

/** Opens a page with the strictest policy under which a script can run, and returns its console errors. */
async function open(width: number, body = '<script type="module" src="/page.js"></script>') {
  const context = await browser.newContext({ viewport: { width, height: 700 }, acceptDownloads: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
  page.on('pageerror', ({ message }) => void problems.push(message));
  const policy = `default-src 'none'; script-src 'self'; frame-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types`;
  const html = { contentType: 'text/html', headers: { 'content-security-policy': policy } };
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    if (pathname === '/frame')
      return route.fulfill({ ...html, body: '<script type="module" src="/page.js"></script>' });
    return route.fulfill({
      ...html,
      body: `<!doctype html><link rel="icon" href="data:,"><h1>Page</h1>${body}`,
    });
  });
  await page.goto(`${origin}/`);
  return { page, problems };
}

const overflow = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('mock-services-panel')?.shadowRoot?.querySelector('.panel');
    return [
      document.documentElement.scrollWidth - innerWidth,
      (panel?.scrollWidth ?? 9) - (panel?.clientWidth ?? 0),
    ];
  });

test('works and has its styles with a strict content security policy', async () => {
  const { page, problems } = await open(1000);
  await page.getByRole('button', { name: 'Fake server' }).click();
  const panel = page.getByRole('dialog');
  expect(await panel.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save state' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('seed.json');
  await page.getByRole('button', { name: 'createMockService: status 503' }).click();
  await page.getByRole('button', { name: 'empty', exact: true }).click();
  await panel.getByText('“empty” is applied.').waitFor();
  expect(page.url()).toBe(`${origin}/?fake=empty`);
  expect(problems).toEqual([]);
});

test('works in an iframe, and writes its link there', async () => {
  const { page, problems } = await open(1000, '<iframe src="/frame" width="600" height="600"></iframe>');
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Fake server' }).click();
  await frame.getByRole('button', { name: 'empty', exact: true }).click();
  await frame.getByText('“empty” is applied.').waitFor();
  expect(page.frames().map((each) => each.url())).toEqual([`${origin}/`, `${origin}/frame?fake=empty`]);
  expect(problems).toEqual([]);
});

test.each([390, 320])('fits a screen that is %i px wide, also with long names and paths', async (width) => {
  const { page } = await open(width);
  await page.getByRole('button', { name: 'Fake server' }).click();
  await page.getByText('applied: 0').waitFor();
  await page.getByRole('button', { name: /^Copy request 1, .* as curl$/ }).scrollIntoViewIfNeeded();
  expect(await overflow(page)).toEqual([0, 0]);
});
