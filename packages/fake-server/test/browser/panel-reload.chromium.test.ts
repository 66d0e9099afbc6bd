/** Tests which choices in the panel survive a reload of the page, for a fake server in the page that stores nothing. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { origin, pagesThatRun } from './panel-pages.ts';

const openPage = pagesThatRun(`
  import { createFakeServer } from '@mock-services/fake-server/core';
  import { showPanel } from '@mock-services/fake-server/browser';
  const scenarios = {
    down: (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }),
  };
  const fake = createFakeServer({ seed: { mockServices: [{}, {}] }, scenarios });
  Object.assign(window, { fake });
  const list = (name) => fake.fetch(fake.baseUrl + '/configuration/' + name);
  await showPanel(fake);
  if (name === 'like a story') fake.reset();
  if (name === 'adds data') fake.mockServices.add();
  window.first = list('workspaces').then(({ status }) => status);
`);

async function open(body?: string) {
  const { page } = await openPage(body === undefined ? {} : { body });
  const root = body === undefined ? page : page.frameLocator('iframe');
  const button = (name: string) => root.getByRole('button', { name, exact: true });
  await button('Fake server').click();
  const choose = async (tab: string, name: string, done: string) => {
    await root.getByRole('tab', { name: tab }).click();
    await button(name).click();
    await root.getByText(done).waitFor();
  };
  const arm = async () => {
    await root.getByRole('tab', { name: 'Faults' }).click();
    await root.getByLabel('Operation').selectOption('listWorkspaces');
    await choose('Faults', 'Arm', 'Armed for the next call');
  };
  const reload = async () => {
    await Promise.all([page.waitForEvent('load'), button('Reload page').click()]);
    await button('Close').waitFor();
  };
  return { page, root, button, arm, choose, reload };
}

/** What the fake server contains, and the status of the first request after the page was loaded. */
const state = (page: Page) =>
  page.evaluate<Record<string, unknown>>(`first.then((status) => ({
    status,
    clock: fake.clock.now() - Date.UTC(2026, 0, 1),
    services: fake.mockServices.list().length,
    faults: fake.faults.list().map(({ status, used }) => [status, used]),
    applied: fake.scenarios().filter(({ applied }) => applied).map(({ name }) => name).join(),
  }))`);

const hour = 3_600_000;

describe('a reload by the button of the panel', () => {
  test('keeps the faults and the clock, again and again', async () => {
    const { page, root, arm, choose, reload } = await open();
    await arm();
    await choose('Clock', '+ 1 h', '1 h later');
    await reload();
    await root.getByText('What you chose here before the reload is applied again.').waitFor();
    expect(await state(page)).toMatchObject({ status: 503, faults: [[503, 1]] });
    await reload();
    expect(await state(page)).toMatchObject({ status: 503, services: 2, faults: [[503, 2]] });
    expect((await state(page))['clock']).toBeGreaterThanOrEqual(hour);
    await page.reload();
    expect(await state(page)).toMatchObject({ status: 200, faults: [] });
  });

  test('keeps the scenario and what was changed since, and highlights it', async () => {
    const { page, root, button, arm, choose, reload } = await open();
    await arm();
    await choose('Scenarios', 'down', '“down” is applied.');
    await choose('Faults', 'Remove all faults', 'All faults are removed.');
    await reload();
    expect(await state(page)).toMatchObject({ status: 200, applied: 'down', faults: [] });
    await root.getByRole('tab', { name: 'Scenarios' }).click();
    await expect.poll(() => button('down').getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    // The link applies it, without what was changed since.
    expect(page.url()).toBe(`${origin}/?fake=down`);
    expect(await state(page)).toMatchObject({ applied: 'down', faults: [[503, 0]] });
  });

  test('leaves the rest to the code of the page', async () => {
    const { page, choose, reload } = await open();
    await page.evaluate("(name = 'adds data')");
    await choose('Clock', '+ 1 h', '1 h later');
    await reload();
    await reload();
    expect(await state(page)).toMatchObject({ services: 3 });
  });
});

describe('the button that reloads the page', () => {
  test('says that the page may discard faults if its code replaces the state', async () => {
    const { page, button, reload } = await open();
    await page.evaluate("(name = 'like a story')");
    await reload();
    await expect.poll(() => button('Reload page (may discard faults)').isVisible()).toBe(true);
  });

  test('says that it discards everything in a frame without a storage', async () => {
    const { button } = await open(
      '<iframe sandbox="allow-scripts" src="/frame" width="600" height="600"></iframe>',
    );
    await expect.poll(() => button('Reload page (discards faults and data)').isVisible()).toBe(true);
  });
});
