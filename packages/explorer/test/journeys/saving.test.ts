/** What the form of a mock service saves while other clients change the same mock service. */
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import type { Locator, Page } from 'playwright';
import { test, violationsOf } from '../support/journey.ts';

const before = {
  title: 'Orders ü 🚚',
  type: 'REST',
  note: 'kept',
  config: {
    revision: 1,
    cors: {
      allowedOrigins: ['a.example', 'b.example'],
      allowedMethods: ['GET'],
      allowedHeaders: [' not trimmed'],
      maxAge: 10,
    },
    defaultResponseHeaders: { 'X-One': true, 'x-two': 2, 'x-list': ['a', { b: 1 }] },
    upstreams: [
      { name: 'live', url: 'https://live.example/', weight: 1 },
      { name: 'spare', url: 'https://spare.example/' },
    ],
  },
};

type State = typeof before;

/** Adds the mock service to a new fake server, and returns functions for another client. */
function createOrders() {
  const fake = createFakeServer({ clock: Date.now });
  const { id } = fake.mockServices.add(structuredClone(before));
  const read = () => fake.mockServices.get(id) as unknown as State;
  return {
    fake,
    id,
    query: `?view=services&mock=${id}`,
    read,
    /** Changes the mock service as another client does. */
    change: (edit: (state: State) => void) => {
      const state = structuredClone(read());
      edit(state);
      const { title, type, config } = state;
      fake.mockServices.update(id, { title, type, config });
    },
  };
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

const saved = async (page: Page) => {
  await save(page);
  await page.getByText('Saved.').waitFor();
};

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);

const updates = (fake: FakeServer) =>
  fake.journal.entries().filter(({ operation }) => operation === 'updateMockService').length;

test('saving changes what the user changed, and nothing else', async ({ open, expect }) => {
  const { fake, query, read, change } = createOrders();
  const { page, troubles } = await open(fake, query);
  await page.getByLabel('Title').fill('Bestellungen');
  await page.getByLabel('Value of header 2').fill('"2"');
  await page.getByLabel('Name of upstream 2').fill('backup');
  await page.getByLabel('Allowed origins').fill('b.example\nmine.example');
  change(({ config }) => {
    config.revision = 2;
    config.cors.maxAge = 20;
    config.cors.allowedOrigins.push('theirs.example');
    config.cors.allowedMethods = [];
    Object.assign(config.defaultResponseHeaders, { 'X-One': false, 'x-theirs': null });
    Object.assign(config.upstreams[0] ?? {}, { url: 'https://new.example/', weight: 2 });
    config.upstreams.push({ name: 'third', url: 'https://third.example/' });
  });
  await saved(page);
  expect(read()).toMatchObject({ title: 'Bestellungen', note: 'kept' });
  expect(read().config).toEqual({
    revision: 2,
    cors: {
      allowedOrigins: ['b.example', 'mine.example', 'theirs.example'],
      allowedMethods: [],
      allowedHeaders: [' not trimmed'],
      maxAge: 20,
    },
    defaultResponseHeaders: { 'X-One': false, 'x-two': '2', 'x-list': ['a', { b: 1 }], 'x-theirs': null },
    upstreams: [
      { name: 'live', url: 'https://new.example/', weight: 2 },
      { name: 'backup', url: 'https://spare.example/' },
      { name: 'third', url: 'https://third.example/' },
    ],
  });
  // The form shows what others added, so the next save does not remove it.
  expect(await page.getByLabel('URL of upstream 3').inputValue()).toBe('https://third.example/');
  await page.getByLabel('URL of upstream 1').fill('https://live.example/v2');
  change(({ config }) => Object.assign(config.upstreams[0] ?? {}, { weight: 3 }));
  await saved(page);
  expect(read().config.upstreams[0]).toEqual({ name: 'live', url: 'https://live.example/v2', weight: 3 });
  expect(read().config.upstreams).toHaveLength(3);
  expect(troubles).toEqual([]);
});

test('a form that shows outdated data saves only what the user changed', async ({ open, expect }) => {
  const { fake, query, read, change } = createOrders();
  const other = fake.mockServices.add({ title: 'Other' });
  const { page } = await open(fake, query);
  await page.getByLabel('Title').waitFor();
  await page.getByRole('link', { name: other.title }).click();
  await page.getByRole('heading', { name: other.title }).waitFor();
  change((state) => {
    state.title = 'Renamed by others';
    state.config.upstreams.pop();
  });
  await page.goBack();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(before.title);
  await page.getByLabel('Type').fill('REST 2');
  await saved(page);
  expect(read()).toMatchObject({ type: 'REST 2', title: 'Renamed by others' });
  expect(read().config.upstreams).toEqual(before.config.upstreams.slice(0, 1));
});

test('the user chooses between two values of a field with the keyboard', async ({ open, expect }) => {
  const { fake, query, read, change } = createOrders();
  const { page } = await open(fake, query);
  const focused = () => page.evaluate(() => document.activeElement?.closest('label')?.textContent);
  await page.getByLabel('Title').fill('Mine');
  await page.getByLabel('Type').fill('MINE');
  await page.getByLabel('Value of header 1').fill('mine');
  await page.getByLabel('Value of header 2').fill('same');
  await page.getByRole('button', { name: 'Remove upstream 2' }).click();
  change((state) => {
    Object.assign(state, { title: 'Theirs', type: '' });
    const headers = { 'X-One': 'theirs', 'x-two': 'same', 'x-theirs': true };
    Object.assign(state.config.defaultResponseHeaders, headers);
    Object.assign(state.config.upstreams[1] ?? {}, { url: 'https://theirs.example/' });
  });
  await page.getByLabel('Title').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed the same fields' });
  const group = (name: string) => dialog.getByRole('group', { name, exact: true });
  await dialog.waitFor();
  expect(await dialog.getByRole('group').count()).toBe(4);
  expect(await focused()).toBe('YoursMine');
  await group('Title').getByRole('radio', { name: 'Theirs Theirs' }).waitFor();
  await group('Type').getByRole('radio', { name: 'Theirs (empty)' }).waitFor();
  await group('Upstreams: spare').getByRole('radio', { name: 'Yours (removed)' }).waitFor();
  await group('Upstreams: spare').getByText('spare: https://theirs.example/').waitFor();
  await group('Default response headers: X-One').getByText('X-One: theirs').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  // Nothing is chosen, so Enter saves nothing, and Escape returns to the form.
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('YoursMine');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await hasFocus(page.getByLabel('Title'))).toBe(true);
  expect(await page.getByLabel('Title').inputValue()).toBe('Mine');

  // The page has read the new values, but the form has not shown them.
  await page.getByRole('heading', { name: 'Theirs' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  for (const key of ['Space', 'Tab', 'Space', 'Tab', 'ArrowDown', 'Tab', 'Space'])
    await page.keyboard.press(key);
  // Another change makes the choice for the title outdated.
  change((state) => (state.title = 'Theirs again'));
  await page.keyboard.press('Enter');
  await dialog.getByText('Theirs again').waitFor();
  expect(await dialog.getByRole('group').count()).toBe(1);
  expect(updates(fake)).toBe(0);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(updates(fake)).toBe(1);
  expect(read()).toMatchObject({
    title: 'Mine',
    type: 'MINE',
    config: { defaultResponseHeaders: { 'X-One': 'mine', 'x-two': 'same', 'x-theirs': true } },
  });
  expect(read().config.upstreams[1]?.url).toBe('https://theirs.example/');
  expect(await page.getByLabel('URL of upstream 2').inputValue()).toBe('https://theirs.example/');
});

test('a list is one field if somebody may have renamed its rows', async ({ open, expect }) => {
  const { fake, query, read, change } = createOrders();
  const { page } = await open(fake, query);
  await page.getByLabel('Allowed origins').fill('a.mine\nb.example');
  await page.getByLabel('URL of upstream 1').fill('https://mine.example/');
  await page.getByRole('button', { name: 'Add upstream' }).click();
  await page.getByLabel('Name of upstream 3').fill('added');
  await page.getByLabel('URL of upstream 3').fill('https://added.example/');
  await page.getByRole('button', { name: 'Remove header 1' }).click();
  change(({ config }) => {
    config.cors.allowedOrigins = ['a.theirs', 'b.example'];
    Object.assign(config.upstreams[0] ?? {}, { name: 'renamed' });
    Object.assign(config.defaultResponseHeaders, { added: '' });
  });
  await save(page);
  const dialog = page.getByRole('dialog');
  const theirs = (name: string) => dialog.getByRole('group', { name }).getByLabel('Theirs');
  await theirs('Allowed origins').check();
  await theirs('Upstreams').check();
  expect(await dialog.getByRole('group').count()).toBe(2);
  await dialog.getByText('a.mine b.example').waitFor();
  await dialog.getByText('renamed: https://live.example/ spare:').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(read().config).toMatchObject({
    cors: { allowedOrigins: ['a.theirs', 'b.example'] },
    upstreams: [{ name: 'renamed', url: 'https://live.example/' }, { name: 'spare' }],
  });
  expect(Object.keys(read().config.defaultResponseHeaders)).toEqual(['x-two', 'x-list', 'added']);
});

test('a list keeps the order that one of two users changed', async ({ open, expect }) => {
  const { fake, query, read, change } = createOrders();
  const { page } = await open(fake, query);
  await page.getByLabel('Allowed origins').fill('b.example\na.example\nmine.example');
  for (const [number, { name, url }] of before.config.upstreams.toReversed().entries()) {
    await page.getByLabel(`Name of upstream ${number + 1}`).fill(name);
    await page.getByLabel(`URL of upstream ${number + 1}`).fill(url);
  }
  await page.getByLabel('Allowed headers').fill('not trimmed\nmine');
  change(({ config }) => {
    config.cors.allowedOrigins.push('theirs.example');
    config.cors.allowedHeaders = ['theirs', 'not trimmed'];
    config.upstreams.push({ name: 'third', url: 'https://third.example/' });
  });
  await saved(page);
  expect(read().config).toMatchObject({
    cors: {
      allowedOrigins: ['b.example', 'a.example', 'mine.example', 'theirs.example'],
      allowedHeaders: ['theirs', 'not trimmed', 'mine'],
    },
    upstreams: [{ name: 'spare' }, { name: 'live', weight: 1 }, { name: 'third' }],
  });
});

test('a list is one field if no order suits both users', async ({ open, expect }) => {
  const { fake, query, read, change } = createOrders();
  change(({ config }) => {
    config.cors.allowedOrigins = ['a', 'b', 'c'];
    config.upstreams.push({ name: 'third', url: 'https://third.example/' });
  });
  const { page } = await open(fake, query);
  await page.getByLabel('Allowed origins').fill('c\na\nb');
  await page.getByLabel('Allowed methods').fill('POST\nGET');
  for (const [number, name] of ['spare', 'third', 'live'].entries())
    await page.getByLabel(`Name of upstream ${number + 1}`).fill(name);
  // The order of headers has no meaning.
  await page.getByLabel('Name of header 1').fill('x-two');
  await page.getByLabel('Name of header 2').fill('X-One');
  change(({ config }) => {
    config.cors.allowedOrigins = ['a', 'c', 'b'];
    config.cors.allowedMethods = ['GET', 'POST'];
    config.upstreams.reverse();
    Object.assign(config.upstreams[2] ?? {}, { weight: 2 });
    const { 'x-list': list, ...others } = config.defaultResponseHeaders;
    config.defaultResponseHeaders = { 'x-list': list, ...others };
  });
  await save(page);
  const dialog = page.getByRole('dialog');
  const group = (name: string) => dialog.getByRole('group', { name });
  await group('Allowed origins').getByRole('radio', { name: 'Yours c a b' }).check();
  await group('Allowed methods').getByLabel('Theirs').check();
  await group('Upstreams').getByLabel('Yours').check();
  expect(await dialog.getByRole('group').count()).toBe(3);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(read().config).toMatchObject({
    cors: { allowedOrigins: ['c', 'a', 'b'], allowedMethods: ['GET', 'POST'] },
    upstreams: [{ name: 'spare' }, { name: 'third' }, { name: 'live', weight: 2 }],
  });
});

test('what the user types while the form is saving is neither lost nor sent', async ({ open, expect }) => {
  const { fake, query, read, change } = createOrders();
  const { page } = await open(fake, query);
  fake.faults.add({ operation: 'updateMockService', delay: '2s', times: 1 });
  await page.getByLabel('Title').fill('First');
  change(({ config }) => config.upstreams.pop());
  await save(page);
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  await page.getByLabel('Title').fill('Second');
  await expect.poll(() => read().title).toBe('First');
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Second');
  await page.getByText('Not saved yet.').waitFor();
  await saved(page);
  expect(read()).toMatchObject({ title: 'Second', config: { upstreams: [{ name: 'live' }] } });
  expect(read().config.upstreams).toHaveLength(1);
});

test('two headers with one name, or a header without a name, are errors', async ({ open, expect }) => {
  const { fake, query, read } = createOrders();
  const { page } = await open(fake, query);
  const name = page.getByLabel('Name of header 4');
  await page.getByRole('button', { name: 'Add header' }).click();
  for (const [text, message] of [
    ['x-ONE', 'Header 1 has the same name.'],
    ['', 'Enter a name, or remove this row.'],
  ] as const) {
    await name.fill(text);
    await save(page);
    await page.getByText(message).waitFor();
    expect(await hasFocus(name)).toBe(true);
    expect(await name.getAttribute('aria-invalid')).toBe('true');
  }
  expect(updates(fake)).toBe(0);
  await name.fill('x-four');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await saved(page);
  expect(read().config.defaultResponseHeaders).toMatchObject({ 'X-One': true, 'x-four': true });
});

test('removing the title asks first', async ({ open, expect }) => {
  const { fake, query, read } = createOrders();
  const { page } = await open(fake, query);
  const dialog = page.getByRole('dialog', { name: 'Save without a title?' });
  await page.getByLabel('Title').fill(' ');
  await save(page);
  await dialog.getByText(before.title).waitFor();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  expect(updates(fake)).toBe(0);
  await page.getByLabel('Title').fill('');
  await save(page);
  await dialog.getByRole('button', { name: 'Save without a title' }).click();
  await page.getByText('Saved.').waitFor();
  expect(read().title).toBe('');
  // There is no title left to remove.
  await page.getByLabel('Type').fill('REST 2');
  await saved(page);
  expect(read()).toMatchObject({ title: '', type: 'REST 2' });
});

test('the text for a deleted mock service can become a new mock service', async ({ open, expect }) => {
  const { fake, id, query } = createOrders();
  const { page } = await open(fake, query);
  await page.getByLabel('Title').fill('Typed');
  fake.mockServices.delete(id);
  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: 'This mock service no longer exists.' });
  await alert.waitFor();
  expect(await hasFocus(alert)).toBe(true);
  expect(await page.getByLabel('Title').inputValue()).toBe('Typed');
  // The same rows are errors as when saving.
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByLabel('Name of header 4').fill('X-TWO');
  await alert.getByRole('button', { name: 'Create a new mock service' }).click();
  await page.getByText('Header 2 has the same name.').waitFor();
  await page.getByRole('button', { name: 'Remove header 4' }).click();
  await alert.getByRole('button', { name: 'Create a new mock service' }).click();
  await page.getByRole('heading', { name: 'Typed' }).waitFor();
  expect(fake.mockServices.list()).toMatchObject([{ title: 'Typed', config: before.config }]);
  expect(page.url()).toContain(fake.mockServices.list()[0]?.id);
});
