import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { FilterBar } from '../../src/activity/filters/filter-bar.tsx';
import { updateRoute, useRoute } from '../../src/route/route.tsx';
import { show } from '../support/show.tsx';

function Filters() {
  const { route } = useRoute();
  return <FilterBar log={[]} route={route} found={{ entries: [], atAnyTime: [], left: 0, unread: 0 }} />;
}

/** Waits for two frames, in which all effects run. */
async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

test('a filter keeps text that the user types just after the URL has changed', async () => {
  const { href } = location;
  onTestFinished(() => history.replaceState(null, '', href));
  const { element } = await show(<Filters />);
  const field = page.getByLabelText('Search').element() as HTMLInputElement;
  const rendered = new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(element, { childList: true, subtree: true });
  });
  updateRoute({ search: 'shoe' });
  await rendered;
  expect(field.value).toBe('shoe');
  field.value = 'shoes';
  await settle();
  expect(field.value).toBe('shoes');
});
