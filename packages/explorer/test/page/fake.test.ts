/** The fake server in the page, and its panel. */
import { test } from '../support/harness.ts';

test.for(['built', 'dev'] as const)(
  'starts in the %s page, and keeps its world across a reload',
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

test('shows sample workspaces that have not expired in a tab that was open for weeks', async ({
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
  await page.getByRole('button', { name: 'Reset to the beginning' }).click();
  await expect.poll(remaining).toEqual(fresh);
});

test('keeps the whole log across a reload, and restores the initial world on request', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?panel=fake&view=activity' });
  await page.getByRole('link', { name: 'Checkout team' }).click();
  await page.getByRole('button', { name: 'Add 1,000' }).click();
  await page.getByText('Live · 1,018 recorded').waitFor();
  await page.reload();
  await page.getByText('Live · 1,018 recorded').waitFor();
  expect(await page.getByText('The demo is not as it was.').count()).toBe(0);
  await page.getByRole('button', { name: 'Reset to the beginning' }).click();
  await page.getByText('Live · 18 recorded').waitFor();
  expect(await page.locator('[data-index]').count()).toBeLessThan(40);
});

test(
  'fills a log with 50,000 exchanges, of which the newest survive a reload',
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
    const notice = page.getByText(/Of 50,0\d\d exchanges, the newest [\d,]+ survived the reload\./);
    await notice.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await notice.count()).toBe(0);
    await page.getByText(/Live · [\d,]{4,} recorded/).waitFor();
    expect(troubles).toEqual([]);
  },
);

test('injects a fault, which is shown until it is cleared', async ({ open }) => {
  const { page } = await open({ query: '?panel=fake' });
  await page.getByText('Checkout team').first().waitFor();
  await page.getByLabel('Operation', { exact: true }).selectOption('listMockServices');
  await page.getByLabel('What goes wrong').selectOption('An HTML page');
  await page.getByRole('button', { name: 'Inject fault' }).click();
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByText('The response cannot be read').waitFor();
  await page.locator('[role=alert] pre', { hasText: /GET .*\/mock-services\s+200 OK\s+.*HTML/ }).waitFor();
  await page.getByRole('button', { name: 'Clear faults' }).click();
  await page.getByRole('link', { name: /Payments/ }).waitFor();
});

test('simulates traffic into the chosen log, also while the panel is closed', async ({ open, expect }) => {
  const { page } = await open({ query: '?panel=fake' });
  await page.getByRole('link', { name: 'Nightly runs', exact: true }).click();
  await page.getByRole('button', { name: 'Simulate traffic' }).click();
  await page.getByText('About three exchanges a second, into “Nightly runs”.').waitFor();
  await page.getByRole('button', { name: 'Fake server' }).click();
  await expect.poll(() => page.getByRole('complementary', { name: 'Fake server' }).count()).toBe(0);
  const recorded = async () =>
    Number(/Live · (\d+)/.exec((await page.getByText(/Live · \d+/).textContent()) ?? '')?.[1]);
  const before = await recorded();
  await expect.poll(recorded).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Fake server' }).click();
  await page.getByRole('button', { name: 'Stop traffic' }).click();
});
