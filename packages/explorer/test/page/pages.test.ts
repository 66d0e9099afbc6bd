import { inject } from 'vitest';
import { test } from '../support/harness.ts';

test('a reused page keeps nothing of the earlier test', async ({ pages, expect }) => {
  const first = await pages.take();
  await first.page.goto(`${inject('explorer').built}?panel=fake`);
  await first.page.getByRole('button', { name: 'Advance the clock by 7 days' }).click();
  await first.page.evaluate(() => {
    localStorage.setItem('a', '1');
    setTimeout(() => {
      throw new Error('told to the next test');
    });
  });
  await expect.poll(() => first.troubles).toHaveLength(1);
  await first.page.setViewportSize({ width: 360, height: 800 });
  await first.page.emulateMedia({ colorScheme: 'dark' });
  await first.page.context().setOffline(true);
  await pages.giveBack(first);

  const next = await pages.take();
  expect(next === first).toBe(true);
  expect(next.troubles).toEqual([]);
  const left = await next.page.evaluate(() => ({
    kept: localStorage.length + sessionStorage.length,
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isOnline: navigator.onLine,
  }));
  expect(left).toEqual({ kept: 0, width: 1280, isDark: false, isOnline: true });
  await pages.giveBack(next);
});
