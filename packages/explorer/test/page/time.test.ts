import { test } from '../support/harness.ts';

const query = '?view=services';

test.for([
  ['Europe/Berlin', /updated \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+[12]$/],
  ['Asia/Kolkata', /updated \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+5:30$/],
  ['America/St_Johns', /updated \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC-[23]:30$/],
] as const)(
  'times are in UTC, or local in %s by choice, which is kept',
  async ([timezoneId, local], { open, expect }) => {
    const { page } = await open({ query, context: { timezoneId } });
    const line = page.locator('.services-list li').first().locator('.muted');
    await line.getByText(/updated .* UTC$/).waitFor();
    await page.getByRole('button', { name: 'Times: UTC' }).click();
    await line.getByText(local).waitFor();
    await page.reload();
    await line.getByText(local).waitFor();
    await page.getByRole('button', { name: 'Times: local' }).click();
    await line.getByText(/updated .* UTC$/).waitFor();
    expect(await page.getByRole('button', { name: 'Times: UTC' }).count()).toBe(1);
  },
);

test('the same moment is shown on both clocks, and the clock of the fake server too', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?panel=fake', context: { timezoneId: 'Asia/Kolkata' } });
  const clock = page.getByRole('group', { name: 'Clock' }).locator('.mono');
  const created = page.locator('.workspace time').first();
  const shown = async () => (await created.textContent()) ?? '';
  await clock.getByText(/ UTC$/).waitFor();
  const before = await shown();
  await page.getByRole('button', { name: 'Times: UTC' }).click();
  await clock.getByText(/ UTC\+5:30$/).waitFor();
  const instant = (text: string) =>
    Date.parse(text.replace(' ', 'T').replace(' UTC+5:30', '+05:30').replace(' UTC', 'Z'));
  expect(await shown()).toMatch(/ UTC\+5:30$/);
  expect(instant(await shown())).toBe(instant(before));
});
