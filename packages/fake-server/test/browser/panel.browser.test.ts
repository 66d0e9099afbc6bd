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
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
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

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', original);
});
afterEach(() => history.replaceState(null, '', urlOfRunner));

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const opener = button('Fake server');
const panel = page.getByRole('dialog', { name: 'Fake server' });
const status = panel.getByRole('status');
const requests = panel.getByRole('region', { name: 'Requests' });
const faults = panel.getByRole('list', { name: 'Faults' });

const copyButton = (number: number) => button(new RegExp(`^Copy request ${number}, .* as curl$`));
const filter = requests.getByRole('combobox', { name: 'Show' });
const armedFor = panel.getByRole('combobox', { name: 'A click arms a fault for' });

const textOf = (locator: Locator) => () => locator.query()?.textContent;

/** Starts the fake server with a panel, and opens it. */
async function start(options: StartFakeOptions = {}) {
  const started = await startFake({ seed, scenarios, panel: true, ...options });
  onTestFinished(started.stop);
  if (opener.query()?.ariaExpanded === 'false') await opener.click();
  await expect.element(panel).toBeVisible();
  const call = (path: string, init?: RequestInit) => fetch(started.fake.baseUrl + path, init);
  return { ...started, call, list: () => call('/configuration/mock-services') };
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

const focused = () => document.activeElement?.shadowRoot?.activeElement;

const alerts = () =>
  panel
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)
    .join(' ')
    .trim();

const hosts = () => document.querySelectorAll('mock-services-panel').length;

describe('the panel', () => {
  test('applies a scenario that the user chooses, and writes it into the URL', async () => {
    history.replaceState({ own: 1 }, '', '?a=1#/list');
    const { fake } = await start();
    await expect.element(button('empty')).toHaveAttribute('aria-pressed', 'false');
    await button('empty').click();
    await expect.poll(textOf(status)).toContain('“empty” is applied.');
    expect(fake.mockServices.list()).toEqual([]);
    expect(location.search + location.hash).toBe('?a=1&fake=empty#/list');
    expect(history.state).toEqual({ own: 1 });
    await expect.element(button('empty')).toHaveAttribute('aria-pressed', 'true');
  });

  test('copies the link of a scenario, with the key of the application', async () => {
    const copied = clipboard();
    await start({ scenarioKey: 'state' });
    await button('Copy the link to “The list fails”').click();
    await expect.poll(textOf(status)).toContain('The link is copied.');
    expect(copied).toEqual([`${original}&state=service+down`]);
  });

  test('shows a text that the browser does not copy', async () => {
    clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    await start();
    await button('Copy the link to “empty”').click();
    await expect.poll(textOf(panel.getByRole('alert').last())).toContain('Copy the link from this field.');
    await expect.element(panel.getByLabelText('Text to copy')).toHaveValue(`${original}&fake=empty`);
  });

  test('shows the chosen scenario again after a reload, which keeps what the user did', async () => {
    const first = await start({ persist: true });
    await button('empty').click();
    await expect.poll(textOf(status)).toContain('“empty”');
    first.fake.mockServices.add({ title: 'Own' });
    await first.stop();
    expect(hosts()).toBe(0);
    const second = await start({ persist: true });
    await expect.element(button('empty')).toHaveAttribute('aria-pressed', 'true');
    expect(second.fake.mockServices.list().map(({ title }) => title)).toEqual(['Own']);
  });

  test('arms and removes faults, and counts the requests to which they were applied', async () => {
    const { fake, list } = await start();
    const cell = button('listMockServices: status 503');
    await cell.click();
    await expect.element(cell).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(textOf(faults)).toContain('listMockServices: status 503 applied: 0');
    expect((await list()).status).toBe(503);
    await expect.poll(textOf(faults)).toContain('applied: 1');
    await cell.click();
    await expect.element(cell).toHaveAttribute('aria-pressed', 'false');
    expect((await list()).status).toBe(200);
    await armedFor.selectOptions('only the next request');
    await button('createMockService: lost response').click();
    await expect.poll(textOf(status)).toContain('Armed for only the next request: createMockService, lost');
    await expect.poll(textOf(faults)).toContain('applied: 0 of 1');
    await expect.poll(textOf(button('createMockService: lost response'))).toBe('1×');
    expect(fake.faults.list()).toMatchObject([{ reset: true, takesEffect: true, times: 1 }]);
    await button('Remove createMockService: lost response').click();
    await expect.poll(() => faults.element().textContent).toBe('');
    expect(fake.faults.list()).toEqual([]);
  });

  test('arms a fault by chance, which a second click removes', async () => {
    const { fake } = await start();
    await armedFor.selectOptions('one request in five');
    const cell = button('deleteMockService: connection reset');
    await cell.click();
    await expect.poll(textOf(cell)).toBe('⅕');
    expect(fake.faults.list()).toMatchObject([{ reset: true, probability: 0.2 }]);
    await expect.poll(textOf(faults)).toContain('with probability 0.2 applied: 0');
    await cell.click();
    await expect.poll(() => fake.faults.list()).toEqual([]);
    await expect.poll(textOf(cell)).toBe('');
  });

  test('suggests to reload a page that may show old data, and forgets messages when it is closed', async () => {
    await start();
    await button('+ 1 h').click();
    await expect.poll(textOf(status)).toContain('1 h later');
    await expect.element(button('Reload page')).not.toHaveClass('next');
    await button('Reset').click();
    await expect.poll(textOf(status)).toContain('are reset. Reload the page if it shows old data.');
    await expect.element(button('Reload page')).toHaveClass('next');
    await userEvent.keyboard('{Escape}');
    await opener.click();
    await expect.element(panel).toBeVisible();
    expect(textOf(status)()).toBe('');
  });

  test('shows the number of armed faults even when it is closed', async () => {
    const { fake, list } = await start();
    fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
    fake.faults.add({ operation: 'deleteMockService', status: 503 });
    await userEvent.keyboard('{Escape}');
    await expect.poll(textOf(opener)).toBe('Fake · 2');
    await list();
    await expect.poll(textOf(opener)).toBe('Fake · 1');
    fake.faults.clear();
    await list();
    await expect.poll(textOf(opener)).toBe('Fake');
  });

  test('lists armed faults, and of those that are used up only the latest', async () => {
    const { fake, list } = await start();
    for (const status of [500, 502, 503]) {
      fake.faults.add({ operation: 'listMockServices', status, times: 1 });
      expect((await list()).status).toBe(status);
    }
    fake.faults.add({ operation: 'listWorkspaces', status: 503, times: 1 });
    await expect
      .poll(() =>
        faults
          .getByRole('listitem')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual([
        'listWorkspaces: status 503 applied: 0 of 1Remove',
        'listMockServices: status 503 applied: 1 of 1, used upRemove',
      ]);
  });

  test('arms each of the usual faults for each operation', async () => {
    const { fake } = await start();
    const cells = panel.getByRole('gridcell').getByRole('button').elements() as HTMLElement[];
    expect(cells).toHaveLength(63);
    for (const cell of cells) cell.click();
    await expect.poll(() => fake.faults.list().length).toBe(63);
    await expect.poll(() => cells.every((cell) => cell.ariaPressed === 'true')).toBe(true);
    await button('Remove all faults').click();
    await expect.poll(() => cells.every((cell) => cell.ariaPressed === 'false')).toBe(true);
  });

  test('lists faults that code added, with their effects and counts', async () => {
    const { fake } = await start();
    fake.faults.add({
      operation: ['createMockService', 'updateMockService'],
      match: { body: { title: 'x' } },
      truncated: true,
      delay: 20,
      after: 2,
      probability: 0.5,
    });
    await button('empty').hover();
    await expect
      .poll(textOf(faults))
      .toContain(
        'createMockService, updateMockService: delay 20 ms, truncated body, for some requests, with probability 0.5 applied: 0, lets 2 more pass',
      );
  });

  test('shows requests as they happen, newest first, and why one is invalid', async () => {
    const copied = clipboard();
    const { call, list } = await start();
    await list();
    await call('/configuration/mock-service?token=secret', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
      body: JSON.stringify({ ...input(), title: 1 }),
    });
    const rows = requests.getByRole('listitem');
    await expect.poll(textOf(rows.nth(1))).toContain('200 listMockServices');
    await expect.poll(textOf(rows.first())).toContain('422 createMockService');
    await expect.poll(textOf(rows.first())).toContain('title');
    expect(requests.element().textContent).not.toContain('secret');
    await copyButton(2).click();
    await expect.poll(textOf(status)).toContain('The command is copied.');
    expect(copied[0]).toMatch(/^curl .*--request POST/);
    expect(copied[0]).not.toContain('secret');
  });

  test('copies a request that has the number of an earlier one, before a reset', async () => {
    const copied = clipboard();
    const { fake, call } = await start();
    const create = (title: string) =>
      call('/configuration/mock-service', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input({ title })),
      });
    await create('Before');
    await copyButton(1).click();
    await expect.poll(textOf(status)).toContain('is copied');
    expect(copied.at(-1)).toContain('Before');
    fake.reset();
    await create('After');
    const copyFirst = () => {
      (copyButton(1).query() as HTMLElement | null)?.click();
      return copied.at(-1);
    };
    await expect.poll(copyFirst).toContain('After');
  });

  test('shows at most 30 requests, and keeps the focus on a row while others arrive', async () => {
    const { fake, list } = await start();
    for (let i = 0; i < 40; i += 1) await fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
    const rows = requests.getByRole('listitem');
    await expect.poll(() => rows.elements().length).toBe(30);
    const copy = copyButton(40).element() as HTMLElement;
    copy.focus();
    await list();
    await expect.poll(textOf(rows.first())).toContain('listMockServices');
    expect(focused()).toBe(copy);
    for (let i = 0; i < 40; i += 1) await fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
    // The row with the focus stays until the focus leaves it.
    await expect.poll(() => rows.elements().length).toBe(31);
    expect(focused()).toBe(copy);
    (filter.element() as HTMLElement).focus();
    await list();
    await expect.poll(() => rows.elements().length).toBe(30);
  });

  test('finds a failed or a writing request among many others', async () => {
    const { fake, call, list } = await start();
    fake.faults.add({ operation: 'listMockServices', delay: 1, times: 1 });
    await list();
    await call('/configuration/mock-service', { method: 'POST', body: '{' });
    await fake.fetch(`${fake.baseUrl}/configuration/mock-services/${crypto.randomUUID()}`, {
      method: 'DELETE',
    });
    const { id = '' } = fake.mockServices.list()[0] ?? {};
    await call(`/configuration/mock-services/${id}`, { method: 'DELETE' });
    for (let i = 0; i < 60; i += 1) await fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
    await expect.poll(textOf(requests)).toContain('200 listWorkspaces');
    const rows = () =>
      requests
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => /^\d+ \S+/.exec(textContent)?.[0]);
    const changed = ['200 deleteMockService', '404 deleteMockService'];
    await filter.selectOptions('failed');
    await expect
      .poll(rows)
      .toEqual(['404 deleteMockService', '415 createMockService', '200 listMockServices']);
    await filter.selectOptions('writes');
    await expect.poll(rows).toEqual([...changed, '415 createMockService']);
    await filter.selectOptions('all');
    await expect.poll(() => rows().length).toBe(30);
    fake.reset();
    await filter.selectOptions('failed');
    await expect.poll(textOf(requests)).toContain('No request has arrived.');
    await list();
    await expect.poll(textOf(requests)).toContain('There are none.');
  });

  test('is open again after a reload, unless it was closed', async () => {
    const { fake, stop } = await start();
    const reload = () => showPanel(fake);
    await stop();
    const removeFirst = await reload();
    await expect.element(panel).toBeVisible();
    expect(focused()).toBeUndefined();
    await panel.getByRole('button', { name: 'Close' }).click();
    removeFirst();
    onTestFinished(await reload());
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('writes the scenario of stored data into the URL', async () => {
    const first = await start({ persist: true });
    await button('empty').click();
    await expect.poll(textOf(status)).toContain('“empty”');
    await first.stop();
    history.replaceState(null, '', original);
    await start({ persist: true });
    expect(location.search).toContain('fake=empty');
    await expect.element(button('empty')).toHaveAttribute('aria-pressed', 'true');
  });

  test('says what the fault of a request did', async () => {
    const { fake, list } = await start();
    fake.faults.add({ operation: 'listMockServices', reset: true, takesEffect: true });
    await list().catch(() => undefined);
    await expect.poll(textOf(requests)).toContain('A fault was applied: lost response.');
  });

  test('resets everything, and removes the scenario from the URL', async () => {
    const { fake, list } = await start({ persist: true });
    await button('service down')
      .click({ timeout: 1 })
      .catch(() => undefined);
    await button('The list fails').click();
    await expect.poll(textOf(status)).toContain('is applied');
    fake.mockServices.add({ title: 'Own' });
    await list();
    await button('Reset').click();
    await expect.poll(textOf(status)).toContain('are reset');
    expect(location.href).toBe(original);
    expect(fake.faults.list()).toEqual([]);
    expect(fake.mockServices.list()).toHaveLength(2);
    await expect.poll(textOf(requests)).toContain('No request has arrived.');
    await expect.element(button('The list fails')).toHaveAttribute('aria-pressed', 'false');
  });

  test('leaves a parameter of the application in the URL if there are no scenarios', async () => {
    history.replaceState(null, '', '?fake=own');
    await start({ scenarios: undefined });
    await expect.poll(textOf(panel)).toContain('There are none.');
    await button('Reset').click();
    await expect.poll(textOf(status)).toContain('are reset');
    expect(location.search).toBe('?fake=own');
  });

  test('a link applies its scenario even if the panel has reset it before', async () => {
    const first = await start({ persist: true });
    await button('empty').click();
    await expect.poll(textOf(status)).toContain('“empty”');
    await button('Reset').click();
    await expect.poll(textOf(status)).toContain('are reset');
    await first.stop();
    history.replaceState(null, '', '?fake=empty');
    const second = await start({ persist: true });
    expect(second.fake.mockServices.list()).toEqual([]);
  });

  test('moves the clock', async () => {
    const { fake } = await start();
    const before = fake.clock.now();
    await button('+ 1 h').click();
    await expect.poll(textOf(status)).toContain('1 h later');
    await button('+ 1 d').click();
    await expect.poll(textOf(status)).toContain('1 d later');
    expect(fake.clock.now() - before).toBe(25 * 3_600_000);
    await panel.getByLabelText('Date (UTC)').fill('2031-02-03T04:05');
    await button('Set').click();
    await expect.poll(textOf(panel.getByRole('time'))).toContain('2031-02-03 04:05:00 UTC');
    expect(fake.clock.now()).toBe(Date.parse('2031-02-03T04:05:00Z'));
  });

  test('saves the state as a seed file', async () => {
    const blobs: Blob[] = [];
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'data:application/json,';
    });
    onTestFinished(() => create.mockRestore());
    const { fake } = await start();
    fake.mockServices.add({ title: 'Own' });
    await button('Save state').click();
    await expect.poll(textOf(status)).toContain('seed.json');
    const saved = JSON.parse((await blobs[0]?.text()) ?? '') as object;
    const other = createFakeServer({ seed: saved });
    expect(other.snapshot().data).toEqual(fake.snapshot().data);
  });

  test('shows why an action failed, until the next one succeeds', async () => {
    const { fake } = await start();
    fake.clock.set('9999-12-31T23:30:00Z');
    await button('+ 1 h').click();
    await expect.poll(alerts).toContain('outside the years 0000 to 9999');
    await button('Reset').click();
    await expect.poll(textOf(status)).toContain('are reset');
    expect(alerts()).toBe('');
  });

  test('works with the keyboard only', async () => {
    const { fake } = await start();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    expect(focused()).toBe(opener.element());
    const shortcuts = vi.fn<() => void>();
    for (const name of ['keydown', 'keypress', 'keyup']) {
      addEventListener(name, shortcuts);
      onTestFinished(() => removeEventListener(name, shortcuts));
    }
    await userEvent.keyboard('{Enter}');
    await expect.poll(focused).toBe(panel.element());
    // “Reload page”, “Close”, then the first scenario.
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}');
    await expect.poll(textOf(status)).toContain('“empty” is applied.');
    // The links and the other buttons of the section, then the table of faults, which is one stop.
    await userEvent.keyboard(
      '{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowLeft}{ArrowLeft} ',
    );
    await expect
      .poll(() => fake.faults.list())
      .toMatchObject([{ operation: 'listMockServices', status: 503 }]);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(() => fake.faults.list()).toEqual([]);
    // The button that had the focus is gone.
    await expect.poll(focused).toBe(panel.element());
    await userEvent.keyboard('{Escape}');
    expect(focused()).toBe(opener.element());
    expect(shortcuts).not.toHaveBeenCalled();
  });

  test('is in the corner that an option names, and rejects others', async () => {
    await start({ panel: { corner: 'top-left' } });
    const { x, y } = opener.element().getBoundingClientRect();
    expect(x + y).toBeLessThan(40);
    await expect(showPanel(createFakeServer(), { corner: 'left' as never })).rejects.toThrow(
      'The option corner must be one of bottom-right, bottom-left, top-right, top-left; got "left".',
    );
    expect(hosts()).toBe(1);
  });

  test('neither takes styles from the page nor gives it any', async () => {
    const style = document.createElement('style');
    style.textContent =
      '* { color: red !important; font-size: 40px !important; } mock-services-panel { display: none; }';
    await start();
    document.head.append(style);
    onTestFinished(() => style.remove());
    expect(getComputedStyle(button('Reset').element()).fontSize).toBe('13px');
    expect(getComputedStyle(panel.element()).display).toBe('block');
    expect(getComputedStyle(panel.element()).color).not.toBe('rgb(255, 0, 0)');
  });

  test('is not there without the option, and links to an explorer only with a URL', async () => {
    const { stop } = await startFake({ seed });
    expect(hosts()).toBe(0);
    await stop();
    await start({ panel: { explorer: 'http://127.0.0.1:4700/?world=a' } });
    const link = panel.getByRole('link', { name: 'Open in the explorer' });
    await expect.element(link).toHaveAttribute('href', 'http://127.0.0.1:4700/?world=a&panel=fake');
    await panel.getByRole('button', { name: 'Close' }).click();
    onTestFinished(await showPanel(createFakeServer()));
    await opener.click();
    await expect.element(link).not.toBeInTheDocument();
  });
});

describe('one panel per page', () => {
  test('a second call, as after a hot reload, replaces the panel and leaves it open', async () => {
    const { fake } = await start();
    await button('empty').click();
    await expect.poll(textOf(status)).toContain('“empty”');
    const removeOwn = await showPanel(fake);
    onTestFinished(removeOwn);
    expect(hosts()).toBe(1);
    await expect.element(button('empty')).toHaveAttribute('aria-pressed', 'true');
    expect(fake.mockServices.list()).toEqual([]);
    const removeNext = await showPanel(fake);
    removeOwn();
    expect(hosts()).toBe(1);
    await expect.element(panel).toBeVisible();
    removeNext();
    expect(hosts()).toBe(0);
  });

  test('remains one with the StrictMode of React', async () => {
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
    await opener.click();
    await button('empty').click();
    await expect.poll(textOf(status)).toContain('“empty”');
    expect(hosts()).toBe(1);
    root.unmount();
    await expect.poll(hosts).toBe(0);
  });

  test('reads only the faults when it is closed, and nothing when it is removed', async () => {
    const fake = createFakeServer({ scenarios });
    const [list, read] = [vi.fn(fake.faults.list), vi.fn(fake.journal.read)];
    const remove = await showPanel({
      ...fake,
      faults: { ...fake.faults, list },
      journal: { ...fake.journal, read },
    });
    const request = () => fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
    await expect.poll(() => list.mock.calls.length).toBe(1);
    await request();
    await expect.poll(() => list.mock.calls.length).toBe(2);
    expect(read).not.toHaveBeenCalled();
    await opener.click();
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
    const before = read.mock.calls.length;
    await request();
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(before);
    remove();
    list.mockClear();
    await request();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(list).not.toHaveBeenCalled();
  });
});

describe('a fake server in another process', () => {
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

  test('is controlled like one in the page, and its requests are polled', async () => {
    const fake = createFakeServer({ seed, scenarios });
    onTestFinished(await showPanel(connect(fake).remote));
    await opener.click();
    await button('The list fails').click();
    await expect.poll(textOf(status)).toContain('“The list fails” is applied.');
    await expect.poll(textOf(faults)).toContain('listMockServices: status 503');
    await fake.fetch(`${fake.baseUrl}/configuration/mock-services`);
    await expect.poll(textOf(requests)).toContain('503 listMockServices');
    await button('+ 1 d').click();
    await expect.poll(textOf(panel.getByRole('time'))).toContain('2026-01-02');
    await button('Reset').click();
    await expect.poll(() => faults.element().textContent).toBe('');
    expect(fake.faults.list()).toEqual([]);
  });

  test('says that it cannot be reached, and nothing there can be clicked, until it can', async () => {
    const { remote, setDown } = connect(createFakeServer({ seed, scenarios }));
    setDown(true);
    onTestFinished(await showPanel(remote));
    await opener.click();
    await expect.poll(alerts).toContain('No fake server can be reached at http://127.0.0.1:4600/__fake.');
    for (const name of ['Reset', 'listWorkspaces: status 503', '+ 1 d'])
      await expect.element(button(name)).toBeDisabled();
    await expect.element(button('Reload page')).toBeEnabled();
    expect((panel.element() as HTMLElement).innerText).not.toContain('There are none.');
    setDown(false);
    await expect.element(button('empty')).toBeEnabled();
    await button('Reset').click();
    await expect.poll(alerts).toBe('');
  });
});
