import { expect, test } from 'vitest';
import { page } from './page.ts';

test('the page of the documentation is up to date', async () => {
  await expect(await page()).toMatchFileSnapshot('../../../../docs/conformance.md');
});
