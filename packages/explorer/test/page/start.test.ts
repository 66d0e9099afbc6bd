import { test } from '../support/harness.ts';

test.for(['built', 'dev'] as const)('the %s page starts', async (mode, { open, expect }) => {
  const { page, troubles } = await open({ mode });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(troubles).toEqual([]);
});
