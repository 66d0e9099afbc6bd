/** Tests in Firefox what the docs promise of `startFake`. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { eventually, launchFirefox, open, press, worker } from './site.mjs';

const [firefox, withoutCookies] = await Promise.all([
  launchFirefox(),
  launchFirefox({ 'network.cookie.cookieBehavior': 2 }),
]);
after(() => Promise.all([firefox.close(), withoutCookies.close()]));

const read = (page) => page.evaluate(() => outcome.then(read));
const faults = (page) => page.evaluate(() => fake.faults.list().map(({ status }) => status));
const workers = (page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

const own = "the page's own";
const added = 'Größe 📦';
const add = (page) => page.evaluate((title) => void fake.mockServices.add({ title }), added);

test('the page has its own fake server, unless a Playwright test has one', async (t) => {
  const { page, origin, printed } = await open(t, firefox);
  assert.deepEqual([(await read(page)).titles, await workers(page)], [[own], 1]);

  // Without it, the worker unregisters itself when the page is left.
  const otherTab = await firefox.newPage();
  t.after(() => otherTab.close());
  await otherTab.goto(origin);
  await read(otherTab);
  await page.evaluateOnNewDocument(() => {
    globalThis.__mockServicesFixture = async () => ({ baseUrl: `${location.origin}/api` });
  });
  await page.reload();
  assert.deepEqual([(await read(page)).titles, await workers(page)], [["the server's"], 0]);
  assert.match(printed.join('\n'), /startFake registers no worker/);
});

describe('with `persist`, a reload', () => {
  test('keeps the data', async (t) => {
    const { page, printed } = await open(t, firefox, { options: { persist: true } });
    await add(page);
    await page.reload();
    assert.deepEqual([await read(page), printed], [{ titles: [own, added], status: 200 }, []]);
  });

  test('starts anew after an edit of the scenario or the clock, with one warning', async (t) => {
    const { page, printed, edit } = await open(t, firefox, {
      path: '/?fake=down',
      options: { persist: true },
    });
    assert.equal((await read(page)).status, 503);
    for (const [year, edited] of [
      [2026, { status: 418 }],
      [2031, { status: 418, clock: '2031-01-01T00:00:00Z' }],
    ]) {
      await add(page);
      edit({ persist: true, ...edited });
      await page.reload();
      assert.deepEqual(await read(page), { titles: [own], status: 418 });
      assert.equal(await page.evaluate(() => new Date(fake.clock.now()).getUTCFullYear()), year);
      await page.reload();
      await read(page);
      assert.match(
        printed.splice(0).join('\n'),
        /^The fake server drops .* scenario "down", have changed\..*$/,
      );
    }
  });
});

/** The message in the page. */
const banner = async (frame) => {
  const { text, ...look } = await frame.$eval('[role=alert]', (alert) => ({
    text: alert.textContent,
    color: getComputedStyle(alert).backgroundColor,
    isOnTop: alert.contains(document.elementFromPoint(20, 20)),
  }));
  assert.deepEqual(look, { color: 'rgb(170, 17, 17)', isOnTop: true });
  return text;
};

describe('a red banner', () => {
  test('says that the worker script is missing', async (t) => {
    const { page, outcome } = await open(t, firefox, { files: { [worker]: undefined } });
    assert.equal(outcome, 'worker-missing');
    assert.match(
      await banner(page),
      /script was not found at .*\/mockServiceWorker\.js.*npx msw init public/s,
    );
  });

  test('links to the scenarios if the URL names an unknown one', async (t) => {
    const { page, outcome } = await open(t, firefox, { path: '/?fake=emtpy' });
    assert.equal(outcome, 'scenario');
    assert.match(await banner(page), /no scenario "emtpy".*empty, down/);
    const links = await page.$$eval('[role=alert] a', (all) => all.map(({ search }) => search));
    assert.deepEqual(links, ['?fake=empty', '?fake=down']);
    await Promise.all([page.waitForNavigation(), page.click('[role=alert] a')]);
    assert.deepEqual((await read(page)).titles, []);
    assert.equal(await page.$('[role=alert]'), null);
  });

  test('gives advice in a sandboxed frame, where only some entries work', async (t) => {
    const files = { '/sandbox': '<!doctype html><iframe sandbox="allow-scripts" src="/"></iframe>' };
    const { frame, outcome } = await open(t, firefox, { path: '/sandbox', files });
    assert.equal(outcome, 'worker-blocked');
    assert.match(await banner(frame), /a sandboxed frame needs allow-same-origin/);
    assert.deepEqual(await frame.evaluate(() => importOthers()), [200, 'SecurityError']);
  });

  test('gives advice if cookies are blocked, where only some entries work', async (t) => {
    const { page, outcome } = await open(t, withoutCookies);
    assert.equal(outcome, 'worker-blocked');
    assert.match(await banner(page), /Allow cookies and site data for this site/);
    assert.deepEqual(await page.evaluate(() => importOthers()), [200, 'SecurityError']);
  });
});

describe('the console names a service worker of the page', () => {
  const script = `
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', () => {});
  `;
  const named = (printed) => printed.map((line) => /controls the page: ([^ ]*)\. /.exec(line)?.[1] ?? line);

  test('that takes over', async (t) => {
    const { page, origin, printed } = await open(t, firefox, { files: { '/sw.js': script } });
    await page.evaluate(() => void navigator.serviceWorker.register('/sw.js'));
    await eventually(() => named(printed), [`${origin}/sw.js`]);
    assert.deepEqual((await read(page)).titles, ["the server's"]);
  });

  test('that has a narrower scope', async (t) => {
    const body = '<script>navigator.serviceWorker.register("/app/sw.js")</script>';
    const files = { '/app/sw.js': script };
    const { origin, printed } = await open(t, firefox, { path: '/app/', body, files });
    await eventually(() => named(printed), [`${origin}/app/sw.js`]);
  });
});

describe('the panel', () => {
  const arm = async (page) => {
    await press(page, 'Fake server');
    await press(page, 'Faults');
    await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('mock-services-panel');
      shadowRoot.querySelector('[aria-label=Faults] select').value = 'listWorkspaces';
    });
    await press(page, 'Arm');
    await eventually(() => faults(page), [503]);
  };
  const reload = async (page, name) => {
    await Promise.all([page.waitForNavigation(), press(page, name)]);
    const { status } = await read(page);
    return { status, faults: await faults(page) };
  };

  test('can be used within a modal dialog, and leaves it when it closes', async (t) => {
    const body = '<dialog closedby="any"><button>Save</button></dialog>';
    const { page } = await open(t, firefox, { body, options: { panel: true } });
    const parent = () => page.$eval('mock-services-panel', (host) => host.parentElement.localName);
    await page.evaluate(() => document.querySelector('dialog').showModal());
    await eventually(parent, 'dialog');
    await arm(page);
    await page.keyboard.press('Escape');
    assert.equal(await page.$eval('dialog', (dialog) => dialog.open), true, 'the dialog is still open');
    await page.evaluate(() => document.querySelector('dialog').close());
    await eventually(parent, 'html');
    await press(page, 'Fake server');
    await press(page, 'Remove all faults');
    await eventually(() => faults(page), []);
  });

  for (const persist of [true, false])
    test(`keeps its faults after its button reloads the page, with persist: ${persist}`, async (t) => {
      const { page } = await open(t, firefox, { options: { panel: true, persist } });
      await arm(page);
      assert.deepEqual(await reload(page, 'Reload page'), { status: 503, faults: [503] });
    });

  test('says that a reload may discard its faults if the page resets its fake server', async (t) => {
    const { page } = await open(t, firefox, { options: { panel: true, resets: true } });
    await arm(page);
    const name = 'Reload page (may discard faults)';
    assert.deepEqual(await reload(page, name), { status: 200, faults: [] });
  });
});
