import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', clock: '2026-03-01T12:00:00Z', onExpiry: 'hide' });

test('a workspace that expires disappears', async ({ page, fake }) => {
  fake.workspaces.add({ name: 'Checkout', expiresAt: '2026-03-01T13:00:00Z' });
  await page.clock.install({ time: fake.clock.now() });
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Checkout');

  fake.clock.advance('1h'); // first the fake server, because the page may read at once
  await page.clock.fastForward('01:00:00');

  await expect(page.getByRole('status')).toBeEmpty();
});
