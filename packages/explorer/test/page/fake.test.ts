/** Tests of the demo, which consists of a fake server in the page and the fake server panel. */
import { test } from '../support/harness.ts';

test.for(['built', 'dev'] as const)(
  'the demo starts in the %s page, and keeps its world after a reload',
  async (mode, { open, expect }) => {
    const { page, troubles } = await open({ mode, query: '?view=services&mock=new' });
    await page.getByLabel('Title').fill('Kept');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: /Kept/ }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: /Kept/ }).waitFor();
    expect(troubles).toEqual([]);
  },
);

test('the demo shows current sample workspaces after a tab that was open for weeks is reloaded', async ({
  open,
  expect,
}) => {
  const { page } = await open({
    query: '?panel=fake',
    prepare: (empty) => empty.clock.setFixedTime('2026-03-02T12:00:00Z'),
  });
  const remaining = () => page.locator('[data-kind]').allTextContents();
  const fresh = ['8 d 0 h left', '5 d 0 h left', '6 d 0 h left', 'Expired 16 d 0 h ago'];
  await expect.poll(remaining).toEqual(fresh);
  await page.clock.setFixedTime('2026-03-22T12:00:00Z');
  await page.reload();
  await expect.poll(remaining).toEqual(fresh);
  await page.getByRole('button', { name: 'Advance the clock by 7 days' }).click();
  const later = ['1 d 0 h left', 'Expired 2 d 0 h ago', 'Expired 23 d 0 h ago', 'Expired 1 d 0 h ago'];
  await expect.poll(async () => (await remaining()).toSorted()).toEqual(later.toSorted());
  await page.reload();
  await expect.poll(async () => (await remaining()).toSorted()).toEqual(later.toSorted());
  await page.getByRole('button', { name: 'Reset to the initial data' }).click();
  await expect.poll(remaining).toEqual(fresh);
});

test('the demo keeps the whole log after a reload, and a button resets the world', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?panel=fake&view=activity' });
  await page.getByRole('link', { name: 'Checkout team' }).click();
  await page.getByRole('button', { name: 'Add 1,000' }).click();
  await page.getByText('Live · 1,018 recorded').waitFor();
  await page.reload();
  await page.getByText('Live · 1,018 recorded').waitFor();
  expect(await page.getByText('Some demo data was lost.').count()).toBe(0);
  await page.getByRole('button', { name: 'Reset to the initial data' }).click();
  await page.getByText('Live · 18 recorded').waitFor();
  expect(await page.locator('[data-index]').count()).toBeLessThan(40);
});

test(
  'the demo fills a log with 50,000 exchanges, and keeps the newest exchanges after a reload',
  { timeout: 180_000, concurrent: false },
  async ({ open, expect }) => {
    const { page, troubles } = await open({ query: '?panel=fake' });
    await page.getByRole('link', { name: 'Nightly runs', exact: true }).click();
    await page.getByText('Nothing has been recorded yet').waitFor();
    await page.getByRole('button', { name: 'Fill 50,000 entries' }).click();
    await page.getByText('Live · 50,000 recorded').waitFor({ timeout: 120_000 });
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('50001');
    await page.locator('.uplot').nth(1).waitFor();
    expect(await page.locator('[data-index]').count()).toBeLessThan(60);
    expect(await page.locator('*').count()).toBeLessThan(1500);
    await page.reload();
    const notice = page.getByText(/The browser kept the newest [\d,]+ of 50,0\d\d exchanges\./);
    await notice.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await notice.count()).toBe(0);
    await page.getByText(/Live · [\d,]{4,} recorded/).waitFor();
    expect(troubles).toEqual([]);
  },
);

test('an injected fault affects the demo until the user clears the fault', async ({ open }) => {
  const { page } = await open({ query: '?panel=fake' });
  await page.getByText('Checkout team').first().waitFor();
  await page.getByLabel('Operation', { exact: true }).selectOption('listMockServices');
  await page.getByLabel('Effect').selectOption('An HTML page');
  await page.getByRole('button', { name: 'Inject fault' }).click();
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByText('The response cannot be read').waitFor();
  await page.locator('[role=alert] pre', { hasText: /GET .*\/mock-services\s+200 OK\s+.*HTML/ }).waitFor();
  await page.getByRole('button', { name: 'Clear faults' }).click();
  await page.getByRole('link', { name: /Payments/ }).waitFor();
});

test('the demo records traffic in the chosen log, even while the panel is closed', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?panel=fake' });
  await page.getByRole('link', { name: 'Nightly runs', exact: true }).click();
  await page.getByRole('button', { name: 'Simulate traffic' }).click();
  await page.getByText('Recording about three exchanges per second in “Nightly runs”.').waitFor();
  await page.getByRole('button', { name: 'Fake server' }).click();
  await expect.poll(() => page.getByRole('complementary', { name: 'Fake server' }).count()).toBe(0);
  const recorded = async () =>
    Number(/Live · (\d+)/.exec((await page.getByText(/Live · \d+/).textContent()) ?? '')?.[1]);
  const before = await recorded();
  await expect.poll(recorded).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Fake server' }).click();
  await page.getByRole('button', { name: 'Stop traffic' }).click();
});
