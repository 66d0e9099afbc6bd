import { expect, test } from 'vitest';
import { bundleSize } from '../../../tools/bench/bundle.ts';
import { root } from '../../../tools/lib/paths.ts';
import { sizeLimits, type SizeLimit } from './size-limits.ts';

test.each(sizeLimits)('$name is within its limits', async (limit) => {
  expect(await excessOf(limit)).toEqual([]);
});

test('a module that is too large is reported with both figures', async () => {
  const limit = { name: 'a module', code: 'export const answer = 42;', eager: 10, onDemand: 0 };
  expect(await excessOf(limit)).toEqual([
    expect.stringMatching(/^a module loads \d\d B at first, \d\d B more than the 10 B in size-limits\.ts$/),
  ]);
});

test('what is loaded on demand counts separately', async () => {
  const code = `export const later = () => import('@mock-services/sdk/activity');`;
  const { eager, onDemand } = await bundleSize(code, root);
  expect(eager).toBeLessThan(500);
  expect(onDemand).toBeGreaterThan(5000);
});

/** The exceeded limits, each as a message. */
async function excessOf({ name, code, external, eager, onDemand }: SizeLimit): Promise<string[]> {
  const size = await bundleSize(code, root, external);
  const parts = [
    { bytes: size.eager, limit: eager, when: 'at first' },
    { bytes: size.onDemand, limit: onDemand, when: 'on demand' },
  ];
  return parts
    .filter(({ bytes, limit }) => bytes > limit)
    .map(
      ({ bytes, limit, when }) =>
        `${name} loads ${bytes} B ${when}, ${bytes - limit} B more than the ${limit} B in size-limits.ts`,
    );
}
