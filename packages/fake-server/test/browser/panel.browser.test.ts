/** Journeys through the panel, with MSW 2 and with MSW 3. */
import {
  connectFake,
  createFakeServer,
  createHandler,
  defineScenarios,
  type FakeServer,
} from '@mock-services/fake-server/core';
import { showPanel, startFake, type StartFakeOptions } from '@mock-services/fake-server/browser';
import { createElement, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openRoots } from '../../../../tools/lib/open-roots.ts';
import { input } from '../support/samples.ts';

const seed = { mockServices: [{ title: 'Orders' }, { title: 'Größe 📦' }] };

const scenarios = defineScenarios({
  empty: (fake) => fake.seed({}),
  'service down': {
    title: 'The list fails',
    apply: (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }),
  },
});

const urlOfRunner = location.href;
/** The query of the runner's URL contains the path of this clone, which may need percent-encoding. */
const original = new URL('?own=1', urlOfRunner).href;

beforeAll(async () => {
  openRoots();
  await page.viewport(1000, 800);
});
beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', original);
});
afterEach(() => history.replaceState(null, '', urlOfRunner));

const button = (name: string) => page.getByRole('button', { name, exact: true });
const opener = button('Fake server');
const panel = page.getByRole('dialog', { name: 'Fake server' });
const status = panel.getByRole('status');
const tab = (name: string) => panel.getByRole('tab', { name });
const rows = panel.getByRole('tabpanel', { name: 'Requests' }).getByRole('listitem');
const faults = panel.getByRole('list', { name: 'Faults' });
const field = (name: string) => panel.getByRole('combobox', { name });

const textOf = (locator: Locator) => () => locator.query()?.textContent;
const textsOf = (locator: Locator) => () => locator.elements().map(({ textContent }) => textContent);
const says = async (text: string) => {
  await expect.poll(textOf(status)).toContain(text);
};
const alerts = () => textsOf(panel.getByRole('alert'))().join(' ').trim();
const focused = () => document.activeElement?.shadowRoot?.activeElement;
const hosts = () => document.querySelectorAll('mock-services-panel').length;

async function openPanel(name?: string) {
  if (opener.query()?.ariaExpanded === 'false') await opener.click();
  if (name !== undefined) await tab(name).click();
}

/** Starts the fake server with a panel, and opens a tab of it. */
async function start(name?: string, options: StartFakeOptions = {}) {
  const started = await startFake({ seed, scenarios, panel: true, ...options });
  onTestFinished(started.stop);
  await openPanel(name);
  const call = (path: string, init?: RequestInit) => fetch(started.fake.baseUrl + path, init);
  const create = (body: object) =>
    call('/configuration/mock-service?token=secret', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
      body: JSON.stringify(body),
    });
  return { ...started, create, list: () => call('/configuration/mock-services') };
}

/** Requests that no worker needs to see. */
const poll = async (fake: FakeServer, times = 1) => {
  for (let i = 0; i < times; i += 1) await fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
};

async function openRequest(row: Locator) {
  await expect.element(row).toBeVisible();
  row.element().querySelector('summary')?.click();
  await expect.element(row.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
}

/** Replaces the clipboard, which needs the focus of the window, and returns what was copied. */
function clipboard(outcome: () => Promise<void> = () => Promise.resolve()): string[] {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text);
    return outcome();
  });
  onTestFinished(() => write.mockRestore());
  return copied;
}

describe('the requests', () => {
  test('come first, the newest on top, with the reason why one is invalid', async () => {
    const { create, list } = await start();
    await list();
    await create({ ...input(), title: 1 });
    await expect.poll(textOf(rows.nth(1))).toContain('200 listMockServices');
    await expect.poll(textOf(rows.first())).toMatch(/422 createMockService.*title/);
    expect(panel.element().textContent).not.toContain('secret');
  });

  test('open with a click: bodies, headers, and the time, without credentials', async () => {
    const copied = clipboard();
    const { create } = await start();
    await create({ title: 'Größe 📦', clientSecret: 'secret' });
    await openRequest(rows.first());
    const parts = Array.from(
      rows.first().element().querySelectorAll('pre'),
      ({ textContent }) => textContent,
    );
    expect(parts).toEqual([
      '{\n  "title": "Größe 📦",\n  "clientSecret": "REDACTED"\n}',
      expect.stringContaining('\n  "status": 422,\n') as string,
      'POST /configuration/mock-service?token=REDACTED\naccept: */*\nauthorization: REDACTED\ncontent-type: application/json',
      expect.stringMatching(/^422\n(?:.*\n)*content-type: application\/problem\+json$/) as string,
      '2026-01-01T00:00:00.000Z',
    ]);
    await button('Copy as curl').click();
    await says('The command is copied.');
    expect(copied[0]).toMatch(/^curl .*--request POST/);
    expect(copied[0]).not.toContain('secret');
  });

  test('say which fault was applied, and that HTML is left out', async () => {
    const { fake, list } = await start();
    fake.faults.add({ operation: 'listMockServices', notJson: true });
    await list();
    await expect.poll(textOf(rows.first())).toContain('A fault was applied: not JSON.');
    await openRequest(rows.first());
    await expect.poll(textOf(rows.first())).toContain('It is left out, as it may contain credentials.');
  });

  test('are found among many others by a filter', async () => {
    const { fake, create, list } = await start();
    fake.faults.add({ operation: 'listMockServices', delay: 1, times: 1 });
    await list();
    await create({});
    await poll(fake, 60);
    const shown = () => textsOf(rows)().map((text) => /^\d+ \S+/.exec(text)?.[0]);
    await field('Show').selectOptions('failed');
    await expect.poll(shown).toEqual(['422 createMockService', '200 listMockServices']);
    await field('Show').selectOptions('writes');
    await expect.poll(shown).toEqual(['422 createMockService']);
    onTestFinished(await showPanel(fake));
    await expect.element(field('Show')).toHaveValue('writes');
    await field('Show').selectOptions('all');
    await expect.poll(shown).toHaveLength(30);
    await button('Show more').click();
    await expect.poll(shown).toHaveLength(62);
  });

  test('stay open, and where they are, while 40 others arrive', async () => {
    const { fake, create } = await start();
    await create(input({ title: 'Before' }));
    await expect.poll(textOf(rows)).toContain('201 createMockService');
    await openRequest(rows.first());
    const place = () => Math.round(rows.last().element().getBoundingClientRect().top);
    const before = place();
    await poll(fake, 40);
    await expect.poll(textOf(rows.first())).toContain('listWorkspaces');
    await expect.poll(textOf(rows.last())).toContain('"title": "Before"');
    expect(place()).toBe(before);
  });
});

describe('a fault', () => {
  test('is armed for the operation of a request, applied, counted and removed', async () => {
    const { fake, list } = await start();
    await list();
    await openRequest(rows.first());
    await button('Arm a fault…').click();
    await expect.element(field('Operation')).toHaveValue('listMockServices');
    await expect.poll(focused).toBe(field('Fault').element());
    await button('Arm').click();
    await says('Armed for the next call and its retries (3): listMockServices, status 503.');
    expect(textOf(status)()).not.toContain('hide');
    expect((await list()).status).toBe(503);
    await expect.poll(textOf(faults)).toContain('listMockServices: status 503 applied: 1 of 3');
    await button('Remove listMockServices: status 503').click();
    await expect.poll(textOf(faults)).toBe('');
    expect([(await list()).status, fake.faults.list()]).toEqual([200, []]);
    await tab('Requests').click();
    await expect.poll(textOf(rows.nth(1))).toContain('A fault was applied: status 503.');
  });

  test('is prepared for the latest write, until the user chooses something', async () => {
    const { fake, create, list } = await start();
    await create(input());
    await list();
    await openPanel('Faults');
    await expect.element(field('Operation')).toHaveValue('createMockService');
    await expect.element(field('Applies to')).toHaveValue('only the next request');
    await field('Applies to').selectOptions('every request');
    const [service] = fake.mockServices.list();
    await fake.fetch(`${fake.baseUrl}/configuration/mock-services/${service?.id}`, { method: 'DELETE' });
    const called = () => panel.element().querySelector('optgroup[label="Called"]')?.textContent;
    await expect.poll(called).toContain('deleteMockService');
    await expect.element(field('Operation')).toHaveValue('createMockService');
    await expect.element(field('Applies to')).toHaveValue('every request');
  });

  test('applies to the next request only, or to one in five', async () => {
    const { fake } = await start('Faults');
    await field('Operation').selectOptions('createMockService');
    await field('Fault').selectOptions('lost response, takes effect');
    await field('Applies to').selectOptions('only the next request');
    await button('Arm').click();
    await says('A client that retries may hide it.');
    await expect.poll(textOf(faults)).toContain('applied: 0 of 1');
    await field('Applies to').selectOptions('one request in five');
    await button('Arm').click();
    await expect.poll(textOf(faults)).toContain('with probability 0.2 applied: 0');
    const effect = { operation: 'createMockService', reset: true, takesEffect: true };
    expect(fake.faults.list()).toMatchObject([
      { ...effect, times: 1 },
      { ...effect, probability: 0.2 },
    ]);
    await button('Remove all faults').click();
    await expect.poll(() => fake.faults.list()).toEqual([]);
  });

  test('can be each of the usual ones', async () => {
    await start('Faults');
    const { options } = field('Fault').element() as HTMLSelectElement;
    expect(Array.from(options, ({ value }) => value).join(', ')).toBe(
      'status 503, status 401, delay 3s, lost response, takes effect, connection reset, no response, not JSON',
    );
  });

  test('is counted by the button even when the panel is closed', async () => {
    const { fake, list } = await start();
    fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
    await userEvent.keyboard('{Escape}');
    await expect.poll(textOf(opener)).toBe('Fake · 1');
    await list();
    await expect.poll(textOf(opener)).toBe('Fake');
  });
});

describe('a scenario', () => {
  test('is applied, highlighted and written into the URL, and kept after a reload', async () => {
    history.replaceState({ own: 1 }, '', '?a=1#/list');
    const first = await start('Scenarios', { persist: true });
    await button('empty').click();
    await says('“empty” is applied. The clock, faults and requests began anew. Reload the page');
    await expect.element(button('Reload page')).toHaveClass('next');
    expect(first.fake.mockServices.list()).toEqual([]);
    expect(location.search + location.hash).toBe('?a=1&fake=empty#/list');
    expect(history.state).toEqual({ own: 1 });
    first.fake.mockServices.add({ title: 'Own' });
    await first.stop();
    expect(hosts()).toBe(0);
    history.replaceState(null, '', original);
    const { fake } = await start('Scenarios', { persist: true });
    await expect.element(button('empty')).toHaveAttribute('aria-pressed', 'true');
    expect(fake.mockServices.list().map(({ title }) => title)).toEqual(['Own']);
    expect(location.search).toContain('fake=empty');
  });

  test('is reset with everything else, and leaves the URL', async () => {
    const { fake, list } = await start('Scenarios', { persist: true });
    await button('The list fails').click();
    await says('“The list fails” is applied.');
    fake.mockServices.add({ title: 'Own' });
    await list();
    await button('Reset').click();
    await says('are reset');
    expect(location.href).toBe(original);
    expect([fake.faults.list(), fake.journal.entries(), fake.mockServices.list().length]).toEqual([
      [],
      [],
      2,
    ]);
    await expect.element(button('The list fails')).toHaveAttribute('aria-pressed', 'false');
    await button('Undo').click();
    await says('It is undone.');
    expect(fake.mockServices.list().map(({ title }) => title)).toContain('Own');
    expect(fake.faults.list()).toHaveLength(1);
    await expect.element(button('The list fails')).toHaveAttribute('aria-pressed', 'true');
    expect(location.search).toContain('fake=service+down');
  });

  test('has a link to copy, with the key of the application', async () => {
    const copied = clipboard();
    await start('Scenarios', { scenarioKey: 'state' });
    await button('Copy the link to “The list fails”').click();
    await says('The link is copied.');
    expect(copied).toEqual([`${original}&state=service+down`]);
  });

  test('has a link in a field if the browser does not copy it', async () => {
    clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    await start('Scenarios');
    await button('Copy the link to “empty”').click();
    await expect.poll(alerts).toContain('Copy the link from this field.');
    await expect.element(panel.getByLabelText('Text to copy')).toHaveValue(`${original}&fake=empty`);
  });

  test('can be saved as a seed', async () => {
    const blobs: Blob[] = [];
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'data:application/json,';
    });
    onTestFinished(() => create.mockRestore());
    const { fake } = await start('Scenarios');
    fake.mockServices.add({ title: 'Own' });
    await button('Save state').click();
    await says('seed.json');
    const saved = JSON.parse((await blobs[0]?.text()) ?? '') as object;
    expect(createFakeServer({ seed: saved }).snapshot().data).toEqual(fake.snapshot().data);
  });
});

describe('the scenario of a link, with showPanel', () => {
  const show = async (fake: Parameters<typeof showPanel>[0]) => onTestFinished(await showPanel(fake));

  test('is applied before it returns, and once', async () => {
    history.replaceState(null, '', '?fake=empty');
    const fake = createFakeServer({ seed, scenarios });
    await show(fake);
    expect(fake.mockServices.list()).toEqual([]);
    fake.mockServices.add({ title: 'Own' });
    await show(fake);
    expect(fake.mockServices.list()).toHaveLength(1);
  });

  test('is not applied to a fake server that others use, nor without scenarios', async () => {
    history.replaceState(null, '', '?fake=empty');
    const fake = createFakeServer({ seed, scenarios });
    await show(connect(fake).remote);
    expect(fake.mockServices.list()).toHaveLength(2);
    await show(createFakeServer({ seed }));
    expect(hosts()).toBe(1);
  });

  test('is an error if it is unknown', async () => {
    history.replaceState(null, '', '?fake=emtpy');
    await expect(showPanel(createFakeServer({ scenarios }))).rejects.toThrow('There is no scenario "emtpy".');
  });
});

test('the clock is moved by an hour, by a day or to a date, or the panel says why not', async () => {
  const { fake } = await start('Clock');
  const before = fake.clock.now();
  await button('+ 1 h').click();
  await says('1 h later');
  await button('+ 1 d').click();
  await says('1 d later');
  expect(fake.clock.now() - before).toBe(25 * 3_600_000);
  await button('Undo').click();
  await expect.poll(() => fake.clock.now() - before).toBe(3_600_000);
  await panel.getByLabelText('Date (UTC)').fill('2031-02-03T04:05');
  await button('Set').click();
  await expect.poll(textOf(panel.getByRole('time'))).toContain('2031-02-03 04:05:00 UTC');
  expect(fake.clock.now()).toBe(Date.parse('2031-02-03T04:05:00Z'));
  fake.clock.set('9999-12-31T23:30:00Z');
  await button('+ 1 h').click();
  await expect.poll(alerts).toContain('outside the years 0000 to 9999');
  await tab('Faults').click();
  expect([alerts(), textOf(status)()]).toEqual(['', '']);
});

describe('a page', () => {
  test('has the panel in the corner of its choice, with styles of its own', async () => {
    const style = document.createElement('style');
    style.textContent = '* { color: red !important; } mock-services-panel { display: none; }';
    await start('Scenarios', { panel: { corner: 'top-left' } });
    document.head.append(style);
    onTestFinished(() => style.remove());
    const { x, y } = opener.element().getBoundingClientRect();
    expect(x + y).toBeLessThan(40);
    expect(getComputedStyle(panel.element()).color).not.toBe('rgb(255, 0, 0)');
    await expect(showPanel(createFakeServer(), { corner: 'left' as never })).rejects.toThrow(
      'The option corner must be one of bottom-right, bottom-left, top-right, top-left; got "left".',
    );
    expect(hosts()).toBe(1);
  });

  test('has no panel without the option, and a link to an explorer only with a URL', async () => {
    const { stop } = await startFake({ seed });
    expect(hosts()).toBe(0);
    await stop();
    await start('Requests', { panel: { explorer: 'http://127.0.0.1:4700/?world=a' } });
    const link = panel.getByRole('link', { name: 'Open in the explorer' });
    await expect.element(link).toHaveAttribute('href', 'http://127.0.0.1:4700/?world=a&panel=fake');
    onTestFinished(await showPanel(createFakeServer()));
    await expect.element(link).not.toBeInTheDocument();
  });

  test('has one panel after a hot reload, open at the same tab, unless it was closed', async () => {
    const { fake } = await start('Scenarios');
    await button('empty').click();
    await says('“empty”');
    const removeOwn = await showPanel(fake);
    await expect.element(button('empty')).toHaveAttribute('aria-pressed', 'true');
    const removeNext = await showPanel(fake);
    removeOwn();
    expect(hosts()).toBe(1);
    await button('Close').click();
    removeNext();
    expect(hosts()).toBe(0);
    onTestFinished(await showPanel(fake));
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('has one panel with the StrictMode of React', async () => {
    const fake = createFakeServer({ seed, scenarios });
    const Page = () => {
      useEffect(() => {
        const shown = showPanel(fake);
        return () => void shown.then((remove) => remove());
      }, []);
      return null;
    };
    const root = createRoot(document.createElement('div'));
    root.render(createElement(StrictMode, undefined, createElement(Page)));
    await expect.poll(hosts).toBe(1);
    await openPanel('Scenarios');
    await button('empty').click();
    await says('“empty”');
    root.unmount();
    await expect.poll(hosts).toBe(0);
  });
});

function connect(fake: FakeServer) {
  const handler = createHandler(fake, { admin: true });
  let isDown = false;
  const remote = connectFake('http://127.0.0.1:4600', {
    fetch: async (url, init) => {
      if (isDown) throw new TypeError('Failed to fetch');
      return handler(new Request(url, init));
    },
  });
  return { remote, setDown: (down: boolean) => void (isDown = down) };
}

describe('a fake server in another process', () => {
  test('is controlled like one in the page, and its requests are polled', async () => {
    const fake = createFakeServer({ seed, scenarios });
    onTestFinished(await showPanel(connect(fake).remote));
    await openPanel('Scenarios');
    await button('The list fails').click();
    await says('“The list fails” is applied.');
    await tab('Requests').click();
    await fake.fetch(`${fake.baseUrl}/configuration/mock-services`);
    await expect.poll(textOf(rows)).toContain('503 listMockServices');
    await openRequest(rows.first());
    await expect.poll(textOf(rows)).toContain('Response body');
    await tab('Clock').click();
    await button('+ 1 d').click();
    await expect.poll(textOf(panel.getByRole('time'))).toContain('2026-01-02');
  });

  test('says that it cannot be reached, and nothing there can be clicked, until it can', async () => {
    const { remote, setDown } = connect(createFakeServer({ seed, scenarios }));
    setDown(true);
    onTestFinished(await showPanel(remote));
    await openPanel('Scenarios');
    await expect.poll(alerts).toContain('No fake server can be reached at http://127.0.0.1:4600/__fake.');
    await expect.element(button('Reset')).toBeDisabled();
    await expect.element(button('Reload page')).toBeEnabled();
    setDown(false);
    await expect.element(button('Reset')).toBeEnabled();
    await expect.poll(alerts).toBe('');
  });
});
