/** 40 tests in four workers at once: each one sees only its own data. */
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

for (let number = 1; number <= 40; number += 1)
  test(`test ${number} deletes its own mock service`, async ({ page, fake }) => {
    fake.mockServices.add({ title: `Service ${number}` });
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Configurations' }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: `Delete Service ${number}` }).click();
    await expect(page.getByText('There are no mock services.')).toBeVisible();
    expect(fake).toHaveReceived('deleteMockService', {}, { times: 1 });
  });
