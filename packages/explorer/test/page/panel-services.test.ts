/** Tests which services the panel "Fake server" appears for. */
import { createWorlds } from '@mock-services/fake-server/core';
import type { Page } from 'playwright';
import { violationsOf } from '../support/axe.ts';
import { panelQuery, sampleFake, sectionOf, test } from '../support/serving.ts';

const baseUrl = 'http://127.0.0.1/api';

const startWorlds = () => createWorlds({ baseUrl, create: () => sampleFake({ baseUrl }) });

const button = (page: Page) => page.getByRole('button', { name: 'Fake server', exact: true });

test.for(['through the program', 'directly'] as const)(
  'the panel controls a fake server %s, and switches worlds',
  async (way, { open, serving, expect }) => {
    const worlds = startWorlds();
    worlds.get('checkout-17').mockServices.add({ title: 'Of checkout' });
    const { url } = await serving.withAdmin(worlds);
    const program = way === 'directly' ? undefined : await serving.explorer({ service: url });
    const requests: string[] = [];
    const { page, troubles } = await open({
      ...(program === undefined ? { query: panelQuery(url) } : { url: `${program.url}?panel=fake` }),
      prepare: (empty) => empty.on('request', (request) => requests.push(request.url())),
    });
    const banner = page.getByRole('banner');
    await button(page).waitFor();
    const section = await sectionOf(page, 'Worlds');
    await expect.poll(() => section.getByLabel('World', { exact: true }).inputValue()).toBe('default');
    await section.getByLabel('World', { exact: true }).selectOption('checkout-17');
    await section.getByRole('button', { name: 'Switch to this world' }).click();
    await banner.getByText('World: checkout-17').waitFor();
    expect(new URL(page.url()).searchParams.get('world')).toBe('checkout-17');
    await page.getByRole('link', { name: 'Mock services' }).click();
    await page.getByRole('link', { name: /Of checkout/ }).waitFor();
    const faults = await sectionOf(page, 'Faults');
    await faults.getByRole('button', { name: 'Inject fault' }).click();
    await expect.poll(() => worlds.get('checkout-17').faults.list().length).toBe(1);
    expect(worlds.get('default').faults.list()).toEqual([]);

    await (await sectionOf(page, 'Worlds')).getByLabel('New world').fill('no name');
    await section.getByRole('button', { name: 'Create the world' }).click();
    expect(new URL(page.url()).searchParams.get('world')).toBe('checkout-17');
    await section.getByLabel('New world').fill('new.one');
    await section.getByRole('button', { name: 'Create the world' }).click();
    await banner.getByText('World: new.one').waitFor();
    await page.getByText('Checkout team').first().waitFor();
    expect(worlds.names()).toContain('new.one');
    await page.goBack();
    await banner.getByText('World: checkout-17').waitFor();
    expect(troubles).toEqual([]);
    const own = program === undefined ? url : `${program.url}api`;
    const toApi = requests.filter((address) => /\/(configuration|workspace|__fake)\//.test(address));
    expect(toApi.filter((address) => !address.startsWith(own))).toEqual([]);
  },
);

test('the page ignores and reports an invalid world name in the URL', async ({ openPanel, expect }) => {
  const { page } = await openPanel(startWorlds(), { query: '&world=..' });
  await page.getByText('world: expected the name of a world').waitFor();
  await page.getByText('Checkout team').first().waitFor();
  expect(await page.getByRole('banner').getByText('World:').count()).toBe(0);
});

test('the panel with worlds has no accessibility violations', async ({ openPanel, expect }) => {
  const { page } = await openPanel(startWorlds());
  await sectionOf(page, 'Worlds');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect({ colorScheme, violations: await violationsOf(page) }).toEqual({ colorScheme, violations: [] });
  }
});

test('the panel sends the token that the user entered for the service', async ({ openPanel, expect }) => {
  const fake = sampleFake();
  const { page } = await openPanel(fake, { serve: { requiredToken: 'token-of-the-fake' } });
  await page.getByText('The service denied access').waitFor();
  expect(await button(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Enter credentials' }).click();
  await page.getByLabel('Token').fill('token-of-the-fake');
  await page.getByRole('button', { name: 'Connect' }).click();
  await button(page).click();
  const faults = await sectionOf(page, 'Faults');
  await faults.getByRole('button', { name: 'Inject fault' }).click();
  await expect.poll(() => fake.faults.list().length).toBe(1);
});

/** Responses of services without admin endpoints to the request for the schema. */
const responses: Readonly<
  Record<string, { status?: number; contentType?: string; body?: string } | 'never'>
> = {
  'with 404': { status: 404, contentType: 'application/problem+json', body: '{"status": 404}' },
  'with a web page': { contentType: 'text/html', body: '<h1>Shop</h1>' },
  'with another JSON document': { contentType: 'application/json', body: '{"$id": "/__fake/other.json"}' },
  'with null': { contentType: 'application/json', body: 'null' },
  'with 500': { status: 500, body: 'failed' },
  never: 'never',
};

test.for(Object.keys(responses))(
  'the page shows no panel for a service that responds %s to the request for the schema',
  async (name, { open, startService, expect }) => {
    const { query } = await startService();
    const asked: string[] = [];
    const { page, troubles } = await open({
      query: `${query}&panel=fake`,
      prepare: (empty) =>
        empty.route(/\/__fake\//, async (route) => {
          asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
          const response = responses[name];
          if (response === 'never' || response === undefined) return;
          const headers = { 'access-control-allow-origin': '*' };
          await route.fulfill({ ...response, headers });
        }),
    });
    await page.getByText('Checkout team').first().waitFor();
    await page.getByRole('link', { name: 'Mock services' }).click();
    await page.getByRole('link', { name: /Payments/ }).waitFor();
    expect(asked).toEqual(['GET /__fake/schema.json']);
    expect(await button(page).count()).toBe(0);
    expect(await page.getByRole('complementary').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('[data-state]').first().getAttribute('data-state')).toBe('ok');
    expect(troubles).toEqual([]);
  },
);

test('the demo keeps its journal after a reload', async ({ open, expect }) => {
  const { page, troubles } = await open({ query: '?panel=fake' });
  await page.getByText('Checkout team').first().waitFor();
  const journal = await sectionOf(page, 'Journal');
  const received = { name: 'Received requests' };
  await journal.getByRole('list', received).getByText('listWorkspaces').first().waitFor();
  await journal.getByLabel('Method of the requests').fill('DELETE');
  await journal.getByRole('button', { name: 'Find requests' }).click();
  await journal.getByText('expected "DELETE", received "GET"').first().waitFor();
  await journal.getByRole('button', { name: 'Clear the journal' }).click();
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await page.reload();
  const restored = await sectionOf(page, 'Journal');
  await restored.getByRole('list', received).getByText('getMockService').first().waitFor();
  expect(await page.getByRole('group', { name: 'Worlds' }).count()).toBe(0);
  expect(troubles).toEqual([]);
});
