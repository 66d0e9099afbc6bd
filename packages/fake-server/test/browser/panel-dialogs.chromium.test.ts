/** Uses the panel beside the modal dialogs of a page, with a real mouse and a real keyboard. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { pagesThatRun } from './panel-pages.ts';

const openPage = pagesThatRun(`
  import { createFakeServer } from '@mock-services/fake-server/core';
  import { showPanel } from '@mock-services/fake-server/browser';
  const fake = createFakeServer();
  Object.assign(window, { fake });
  showPanel(fake);
`);

const body = `
  <dialog id="outer"><form><input aria-label="Title"><button>Save</button></form></dialog>
  <dialog id="inner"><button>Inner</button></dialog>
  <div id="shadow"><template shadowrootmode="open"><dialog><button>In the shadow</button></dialog></template></div>
  <div id="modal" role="dialog" aria-modal="true"><input aria-label="Name"></div>
  <script type="module" src="/page.js"></script>`;

async function open() {
  const { page, problems } = await openPage({ body });
  await page.getByRole('button', { name: 'Fake server' }).waitFor();
  return { page, problems, panel: panelIn(page) };
}

function panelIn(page: Page) {
  const opener = page.getByRole('button', { name: 'Fake server' });
  const root = page.getByRole('dialog', { name: 'Fake server' });
  const hour = page.getByRole('button', { name: '+ 1 h' });
  const clock = page.getByRole('tab', { name: 'Clock' });
  const open = async () => {
    await opener.click();
    await clock.click();
  };
  const hostIn = (selector: string) =>
    page.locator(`${selector} > mock-services-panel`).waitFor({ state: 'attached' });
  return { opener, root, clock, hour, open, hostIn };
}

/** Runs a statement in the page, such as `outer.showModal()`. */
const run = (page: Page, statement: string) => page.evaluate(`void (${statement})`);

/** By how many hours the panel has moved the clock. */
const hours = (page: Page) =>
  page.evaluate('Math.floor((fake.clock.now() - Date.UTC(2026, 0, 1)) / 3_600_000)');

describe('a modal dialog of the browser', () => {
  test('stays open with its values while the panel is used', async () => {
    const { page, panel, problems } = await open();
    const before = await panel.opener.boundingBox();
    await page.evaluate(() => {
      const outer = document.querySelector('dialog');
      if (outer === null) return;
      // A dialog closes by a click on its backdrop: natively, by the target, or by the coordinates.
      outer.setAttribute('closedby', 'any');
      outer.style.transform = 'translate(-30px, 40px)';
      outer.addEventListener('click', ({ target }) => target === outer && outer.close());
      outer.addEventListener('mousedown', ({ clientX }) => clientX > 700 && outer.close());
      outer.addEventListener('input', ({ target }) => target instanceof HTMLInputElement || outer.remove());
      outer.showModal();
    });
    await page.getByLabel('Title').fill('Größe 📦');
    await panel.hostIn('#outer');
    expect(await panel.opener.boundingBox()).toEqual(before);
    await panel.open();
    await panel.hour.click();
    await expect.poll(() => hours(page)).toBe(1);
    await page.getByLabel('Date (UTC)').pressSequentially('02032031');
    await page.keyboard.press('Escape');
    await panel.root.waitFor({ state: 'hidden' });
    const title = page.getByLabel('Title');
    expect(await title.inputValue()).toBe('Größe 📦');
    expect(await title.evaluate((field) => field.matches(':focus'))).toBe(true);
    await panel.opener.press('Enter');
    await panel.hour.press('Escape');
    await panel.root.waitFor({ state: 'hidden' });
    expect(await panel.opener.evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await panel.hostIn('html');
    await panel.open();
    await panel.root.waitFor();
    expect(problems).toEqual([]);
  });

  test('contains the panel while it is the topmost, closed or removed', async () => {
    const { page, panel } = await open();
    await panel.open();
    await run(page, 'outer.showModal()');
    await panel.hostIn('#outer');
    await run(page, 'inner.showModal()');
    await panel.hostIn('#inner');
    await panel.hour.click();
    await run(page, 'inner.close()');
    await panel.hostIn('#outer');
    await panel.hour.click();
    // A framework removes the dialog without closing it.
    await run(page, 'outer.remove()');
    await panel.hostIn('html');
    await panel.hour.click();
    await expect.poll(() => hours(page)).toBe(3);
  });

  test('may be within a shadow root', async () => {
    const { page, panel } = await open();
    await run(page, 'shadow.shadowRoot.querySelector("dialog").showModal()');
    await panel.hostIn('dialog');
    await panel.open();
    await panel.hour.click();
    await expect.poll(() => hours(page)).toBe(1);
  });
});

describe('a modal dialog of a component library', () => {
  test('notices the panel neither by its events nor by its focus', async () => {
    const { page, panel } = await open();
    await page.evaluate(() => {
      const modal = document.querySelector('#modal');
      const field = modal?.querySelector('input');
      const noticed: string[] = [];
      const captured: string[] = [];
      Object.assign(globalThis, { noticed, captured });
      document.body.style.pointerEvents = 'none';
      for (const sibling of document.body.children) if (sibling !== modal) sibling.setAttribute('inert', '');
      for (const key in document) {
        const name = /^on((?:pointer|mouse|touch|key|click|dblclick|contextmenu|wheel|input|focus).*)/.exec(
          key,
        )?.[1];
        if (name === undefined) continue;
        document.addEventListener(name, ({ type, target }) => {
          if ((target as Element).localName === 'mock-services-panel') noticed.push(type);
        });
        document.addEventListener(name, ({ type }) => void captured.push(type), true);
      }
      // Radix UI listens in this way.
      document.addEventListener('focusin', ({ target }) => modal?.contains(target as Node) || field?.focus());
      document.addEventListener('focusout', ({ relatedTarget }) => relatedTarget !== null && field?.focus());
      document.addEventListener('keydown', ({ key }) => key === 'Escape' && noticed.push('close'), true);
    });
    await page.getByLabel('Name').focus();
    const { x = 0, y = 0 } = (await panel.opener.boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 5);
    await page.evaluate('noticed.length = 0');
    await page.mouse.down();
    await page.mouse.up();
    await panel.clock.click();
    await panel.hour.click();
    await panel.hour.press('ArrowRight');
    await panel.root.hover();
    await page.mouse.wheel(0, 40);
    await page.getByLabel('Date (UTC)').pressSequentially('02032031');
    await page.keyboard.press('Escape');
    await panel.root.waitFor({ state: 'hidden' });
    expect(await hours(page)).toBe(1);
    expect(await page.evaluate('noticed')).toEqual([]);
    expect(await page.evaluate('captured')).toEqual(
      expect.arrayContaining(['pointerdown', 'click', 'keyup']),
    );
  });
});
