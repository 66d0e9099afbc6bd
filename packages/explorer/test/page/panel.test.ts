/** Tests each section of the fake server panel with fake servers on a port. */
import type { Page } from 'playwright';
import { sampleFake, sectionOf, test } from '../support/serving.ts';

test('the Faults section of the panel injects a fault for some requests, shows how often the fault was applied, and removes the fault', async ({
  openPanel,
  expect,
}) => {
  const fake = sampleFake();
  const { url, page, troubles } = await openPanel(fake);
  const faults = await sectionOf(page, 'Faults');
  await faults.getByLabel('Operation').selectOption('getMockService');
  await faults.getByLabel('Effect').selectOption('404 Not Found');
  await faults.getByLabel('Number of requests').fill('3');
  await faults.getByText('Only for some requests').click();
  await faults.getByLabel('Path, with its query').fill('/configuration/mock-service/1?a=\u202eb');
  await faults.getByLabel('Headers, one').fill('x-test: one\nx-other: two');
  await faults.getByLabel('Body, as JSON').fill('{"title": ');
  await faults.getByRole('button', { name: 'Inject fault' }).click();
  await faults.getByText('The body to match is not valid JSON').waitFor();
  await faults.getByLabel('Body, as JSON').fill('{"title": "Orders"}');
  await faults.getByRole('button', { name: 'Inject fault' }).click();
  const first = faults.getByRole('listitem').filter({ hasText: 'applied 0 of 3' });
  await first.getByText('[U+202E]').waitFor();
  expect(fake.faults.list()).toMatchObject([
    {
      operation: 'getMockService',
      status: 404,
      match: {
        path: '/configuration/mock-service/1?a=\u202eb',
        headers: { 'x-test': 'one', 'x-other': 'two' },
        body: { title: 'Orders' },
      },
    },
  ]);
  fake.faults.add({
    operation: 'listMockServices',
    status: 418,
    match: () => {
      throw new Error('wrong matcher');
    },
  });
  fake.faults.add({ operation: 'listWorkspaces', delay: 1, times: 2 });
  await fetch(`${url}/configuration/workspaces`);
  await fetch(`${url}/configuration/mock-services`);
  await faults.getByText('applied 1 of 2').or(faults.getByText('applied 2 of 2')).waitFor();
  await faults.getByText('Error: ').filter({ hasText: 'wrong matcher' }).waitFor();
  await faults.getByText('{"status":418}').waitFor();
  await faults.getByRole('button', { name: 'Remove fault 2' }).click();
  await expect.poll(() => fake.faults.list().map(({ id }) => id)).toEqual([1, 3]);
  await expect.poll(() => faults.getByRole('listitem').count()).toBe(2);
  await faults.getByRole('button', { name: 'Clear faults' }).click();
  await expect.poll(() => fake.faults.list()).toEqual([]);
  expect(troubles).toEqual([]);
});

test('the Faults section of the panel explains why the entered number of requests is invalid', async ({
  openPanel,
  expect,
}) => {
  const fake = sampleFake();
  const { page } = await openPanel(fake);
  const faults = await sectionOf(page, 'Faults');
  await faults.getByLabel('Number of requests').fill('0.5');
  await faults.getByRole('button', { name: 'Inject fault' }).click();
  await faults.getByRole('alert').getByText('Received “0.5”. Expected a positive integer').waitFor();
  expect(fake.faults.list()).toEqual([]);
});

test('the Clock section of the panel advances the clock, sets the clock in the time zone of the page, and updates remaining times', async ({
  openPanel,
  expect,
}) => {
  const fake = sampleFake({ clock: '2026-03-02T12:00:00Z' });
  const { page } = await openPanel(fake, { context: { timezoneId: 'Asia/Tokyo' } });
  const clock = await sectionOf(page, 'Clock');
  await clock.getByText('2026-03-02 12:00:00 UTC').waitFor();
  await clock.getByRole('button', { name: 'Advance the clock by 1 day' }).click();
  await clock.getByText('2026-03-03 12:00:00 UTC').waitFor();
  await page.getByRole('button', { name: 'Times:' }).click();
  await clock.getByText('2026-03-03 21:00:00 UTC+9').waitFor();
  const [workspace] = fake.workspaces.list();
  const hour = 3_600_000;
  const late = new Date(Date.parse(workspace?.expiresAt ?? '') + 24.5 * hour);
  await clock.getByLabel('Set to (local time)').fill('2030-01-01T09:00:00');
  await clock.getByRole('button', { name: 'Set the clock' }).click();
  await expect.poll(() => fake.clock.now()).toBe(Date.parse('2030-01-01T00:00:00Z'));
  fake.clock.set(late);
  await clock.getByRole('button', { name: 'Advance the clock by 1 hour' }).click();
  await page.getByText('Expired 1 d 1 h ago').first().waitFor();
});

test('the Data section of the panel replaces the data with an edited seed, and shows the paths of invalid values', async ({
  openPanel,
  expect,
}) => {
  const fake = sampleFake({ seed: {} });
  fake.mockServices.add({ title: 'Orders' });
  const { page } = await openPanel(fake, { query: '&view=services' });
  const data = await sectionOf(page, 'Data');
  await data.getByText('1 mock service, 0 workspaces').waitFor();
  await data.getByRole('button', { name: 'Insert the current data' }).click();
  const field = data.getByLabel('Seed, as JSON');
  await expect.poll(() => field.inputValue()).toContain('"Orders"');
  const text = await field.inputValue();
  await field.fill(text.replace('"Orders"', '"Seeded"'));
  await data.getByRole('button', { name: 'Seed', exact: true }).click();
  await page.getByRole('link', { name: /Seeded/ }).waitFor();
  expect(fake.mockServices.list().map(({ title }) => title)).toContain('Seeded');
  await field.fill('{"mockServices": [{"title": 7}]}');
  await data.getByRole('button', { name: 'Seed', exact: true }).click();
  const problem = data.getByRole('alert');
  await problem.getByText('/mockServices/0/title').waitFor();
  await problem.getByText('expected string, received number').waitFor();
  await field.fill('{');
  await data.getByRole('button', { name: 'Seed', exact: true }).click();
  await problem.getByText('The seed is not valid JSON').waitFor();
  fake.mockServices.add({ title: 'Added' });
  await data.getByRole('button', { name: 'Reset to the initial data' }).click();
  await expect.poll(() => fake.mockServices.list().map(({ title }) => title)).not.toContain('Added');
  await data.getByText('1 mock service, 0 workspaces').waitFor();
});

test('the Journal section of the panel shows requests and problems, finds requests, and explains why no request matches', async ({
  openPanel,
  expect,
}) => {
  const fake = sampleFake();
  const { url, page } = await openPanel(fake);
  await page.getByText('Checkout team').first().waitFor();
  const journal = await sectionOf(page, 'Journal');
  await journal.getByText('Clean', { exact: true }).waitFor();
  await fetch(`${url}/nowhere`);
  const received = journal.getByRole('list', { name: 'Received requests' });
  const newest = received.getByRole('listitem').filter({ hasText: '/nowhere' });
  await newest.getByText(/Problem: No endpoint has this path/).waitFor();
  await journal.getByText('Not clean').waitFor();
  await journal.getByText(/requests, 1 with a problem/).waitFor();
  await journal.getByRole('list', { name: 'Why the journal is not clean' }).getByText('/nowhere').waitFor();
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
  await fetch(`${url}/configuration/mock-services`);
  await received.getByText('fault 1 applied').waitFor();

  await journal.getByLabel('Operation of the requests').selectOption('listMockServices');
  await journal.getByRole('button', { name: 'Find requests' }).click();
  const found = journal.getByRole('list', { name: 'Found requests' });
  await expect.poll(() => found.getByRole('listitem').count()).toBe(1);
  await journal.getByLabel('Method of the requests').fill('post');
  await journal.getByLabel('Path of the requests').fill('/configuration/mock-service');
  await journal.getByRole('button', { name: 'Find requests' }).click();
  await journal.getByText('expected "POST", received "GET"').waitFor();
  await journal.getByRole('button', { name: 'Show all' }).click();
  await received.waitFor();

  await journal.getByRole('button', { name: 'Clear the journal' }).click();
  await expect.poll(() => fake.journal.problems()).toEqual([]);
  await journal.getByText('Clean', { exact: true }).waitFor();
});

test('the Journal section of the panel shows only the newest 200 requests', async ({ openPanel, expect }) => {
  const fake = sampleFake();
  for (let number = 1; number <= 205; number += 1) fake.handle({ method: 'GET', path: `/number/${number}` });
  const { page } = await openPanel(fake, { query: '&view=services' });
  const journal = await sectionOf(page, 'Journal');
  await journal.getByText(/shows the newest 200 of 2\d\d requests/).waitFor();
  const requests = journal.getByRole('list', { name: 'Received requests' }).getByRole('listitem');
  expect(await requests.count()).toBe(200);
  await journal.getByText(/and \d+ more/).waitFor();
});

test('the panel section “Record an exchange” adds an exchange to the log of a workspace', async ({
  openPanel,
  expect,
}) => {
  const fake = sampleFake();
  const [, mobile] = fake.workspaces.list();
  const { page } = await openPanel(fake);
  const record = await sectionOf(page, 'Record an exchange');
  await record.getByLabel('In the log of').selectOption(mobile?.name ?? '');
  await record.getByLabel('Method').fill('PUT');
  await record.getByLabel('URL').fill('no URL');
  await record.getByLabel('Response status').fill('409');
  await record.getByLabel('Response time in ms').fill('1234');
  await record.getByLabel('Request body').fill('{"a": 1}');
  await record.getByLabel('Response body').fill('taken');
  await record.getByRole('button', { name: 'Record the exchange' }).click();
  await record.getByRole('alert').getByText('/request/url').waitFor();
  await record.getByLabel('URL').fill('https://shop.example/carts/1');
  await record.getByRole('button', { name: 'Record the exchange' }).click();
  await record.getByText('Recorded.').waitFor();
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  expect(fake.activity.list(mobile?.id ?? '').at(-1)).toMatchObject({
    request: {
      method: 'PUT',
      hostname: 'shop.example',
      path: '/carts/1',
      headers: { 'content-type': 'application/json' },
      bodyBase64Encoded: encoded('{"a":1}'),
    },
    response: { statusCode: 409, responseTimeMs: 1234, bodyBase64Encoded: encoded('taken') },
  });
});

/** Counts the maximum number of concurrent matching requests of a page. */
function countSimultaneous(page: Page, isCounted: (url: string, method: string) => boolean): () => number {
  const pending = new Set<unknown>();
  let most = 0;
  page.on('request', (request) => {
    if (isCounted(request.url(), request.method())) pending.add(request);
    most = Math.max(most, pending.size);
  });
  page.on('requestfinished', (request) => void pending.delete(request));
  page.on('requestfailed', (request) => void pending.delete(request));
  return () => most;
}

test('the Traffic section of the panel fills a log by sending at most 8 requests at a time, and a button stops the recording', async ({
  openPanel,
  expect,
}) => {
  const fake = sampleFake();
  const { id = '' } = fake.workspaces.list()[0] ?? {};
  const { page } = await openPanel(fake);
  const most = countSimultaneous(page, (address) => address.endsWith(`/__fake/workspaces/${id}/activity`));
  const traffic = await sectionOf(page, 'Traffic');
  const before = fake.activity.list(id).length;
  await traffic.getByRole('button', { name: 'Fill 50,000 entries' }).click();
  await traffic.getByText(/[1-9]\d* of 50,000 recorded\./).waitFor();
  await traffic.getByRole('button', { name: 'Stop filling' }).click();
  await traffic.getByText(/of 50,000 recorded, stopped\./).waitFor();
  const added = fake.activity.list(id).length - before;
  expect(added).toBeLessThan(50_000);
  await traffic.getByText(`${added.toLocaleString('en')} of 50,000 recorded, stopped.`).waitFor();
  expect(most()).toBeGreaterThan(1);
  expect(most()).toBeLessThanOrEqual(8);
});

test('the Traffic section of the panel shows why an exchange cannot be recorded, and stops recording', async ({
  openPanel,
  expect,
}) => {
  const fake = sampleFake();
  const { page } = await openPanel(fake);
  const traffic = await sectionOf(page, 'Traffic');
  await traffic.getByLabel('Into the log of').selectOption('Checkout team');
  await traffic.getByRole('button', { name: 'Simulate traffic' }).click();
  await traffic.getByRole('button', { name: 'Stop traffic' }).waitFor();
  fake.seed({});
  await traffic.getByRole('alert').getByText('There is no workspace with this id.').waitFor();
  await traffic.getByRole('button', { name: 'Simulate traffic' }).waitFor();
  await traffic.getByRole('button', { name: 'Add 1,000' }).click();
  await expect.poll(() => traffic.getByRole('button', { name: 'Stop filling' }).count()).toBe(0);
});
