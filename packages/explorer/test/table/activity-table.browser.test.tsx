import type { ActivityEntry } from '@mock-services/sdk/activity';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ActivityTable } from '../../src/table/index.ts';
import { entriesOf, entryOf } from '../exchange/entries.ts';
import { show, troublesOf } from '../exchange/show.tsx';

const many = entriesOf(50_000);

function table(
  entries: readonly ActivityEntry[],
  selected?: number,
  onSelect: (id: string) => void = () => undefined,
) {
  return (
    <div style={{ height: 330 }}>
      <ActivityTable
        entries={entries}
        selectedId={selected === undefined ? undefined : entryOf(selected).id}
        onSelect={onSelect}
        label="Activity"
      />
    </div>
  );
}

const grid = () => page.getByRole('grid', { name: 'Activity' }).element() as HTMLElement;
const rows = () => [...grid().querySelectorAll<HTMLElement>('[data-index]')];
/** Numbers of the rows that are visible below the header. */
const seen = () => {
  const { top, bottom } = grid().getBoundingClientRect();
  return rows()
    .filter(
      (row) => row.getBoundingClientRect().top >= top + 29 && row.getBoundingClientRect().bottom <= bottom,
    )
    .map((row) => Number(row.dataset['index']));
};
const focused = () => Number((document.activeElement as HTMLElement | null)?.dataset['index']);
const atEnd = () => seen().includes(many.length - 1);
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test('of 50,000 entries only few are rendered, and all are counted', async () => {
  await show(table(many));
  await expect.poll(atEnd).toBe(true);
  expect(grid().getAttribute('aria-rowcount')).toBe('50001');
  for (const top of [0, 400_000, 1_000_000]) {
    grid().scrollTop = top;
    await expect.poll(() => seen()[0]).toBe(Math.ceil(top / 30));
    expect(rows().length).toBeLessThan(40);
  }
  expect(rows()[0]?.ariaRowIndex).toBe(String(Number(rows()[0]?.dataset['index']) + 2));
});

test('a table at its end stays there when it becomes smaller, and no row is missing', async () => {
  const few = entriesOf(18);
  await show(table(few));
  const box = grid().parentElement;
  for (const height of [700, 240, 180]) {
    box?.style.setProperty('height', `${height}px`);
    // Browsers report it after an earlier scroll, when the height has already changed.
    grid().dispatchEvent(new Event('scroll'));
    await frame();
    await expect.poll(() => seen().at(-1)).toBe(17);
    expect(seen().length).toBeGreaterThanOrEqual(Math.min(18, Math.floor((height - 32) / 30)));
  }
});

test('a table opens at its end, even if it becomes smaller before it is shown', async () => {
  await show(table(many));
  grid().parentElement?.style.setProperty('height', '200px');
  grid().dispatchEvent(new Event('scroll'));
  await expect.poll(atEnd).toBe(true);
});

test('the selected row stays visible when the table becomes smaller', async () => {
  await show(table(many, 100));
  await expect.poll(() => seen()).toContain(100);
  grid().scrollTop = 93 * 30;
  await expect.poll(() => seen().includes(93) && seen().includes(100)).toBe(true);
  grid().parentElement?.style.setProperty('height', '200px');
  await expect.poll(() => seen().at(-1)).toBe(100);
});

test('a row shows time, method, path, status, host and duration, without relying on colour', async () => {
  const entry = entryOf(0, {
    request: { method: 'DELETE', path: '/x\u{202e}y<b>' },
    response: { statusCode: 0, responseTimeMs: 345 },
  });
  await show(table([entry]));
  await expect.poll(() => rows().length).toBe(1);
  const cells = [...(rows()[0]?.querySelectorAll('[role="gridcell"]') ?? [])].map((cell) => cell.textContent);
  expect(cells).toEqual([
    '11-21 08:00:00.000',
    'DELETE',
    '/x[U+202E]y<b>',
    '—no response',
    'orders.example.com',
    '345',
  ]);
});

test('keys move the focus, Enter and the space bar select', async () => {
  const onSelect = vi.fn<(id: string) => void>();
  await show(table(many, 100, onSelect));
  await expect.poll(() => seen()).toContain(100);
  await userEvent.tab();
  expect(focused()).toBe(100);
  const moves = [
    ['{ArrowDown}', 101],
    ['{ArrowUp}', 100],
    ['{ArrowUp}', 99],
    ['{PageDown}', 107],
    ['{PageUp}', 99],
    ['{End}', 49_999],
    ['{ArrowDown}', 49_999],
    ['{Home}', 0],
    ['{ArrowUp}', 0],
  ] as const;
  for (const [key, row] of moves) {
    await userEvent.keyboard(key);
    await expect.poll(focused, { message: key }).toBe(row);
    await expect.poll(seen, { message: key }).toContain(row);
  }
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenLastCalledWith(entryOf(1).id);
  await userEvent.keyboard('{ArrowDown} ');
  expect(onSelect).toHaveBeenLastCalledWith(entryOf(2).id);
});

test('the focused row stays rendered when the table is scrolled away from it', async () => {
  await show(table(many, 100));
  await expect.poll(() => seen()).toContain(100);
  await userEvent.tab();
  grid().scrollTop = 900_000;
  await expect.poll(() => seen()[0]).toBe(30_000);
  expect(focused()).toBe(100);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(seen).toContain(101);
  expect(focused()).toBe(101);
});

test('a click selects, and the selected row is marked', async () => {
  const onSelect = vi.fn<(id: string) => void>();
  const { render } = await show(table(many.slice(0, 50), 40, onSelect));
  await userEvent.click(page.getByText('/orders/43', { exact: true }));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(entryOf(43).id);
  await render(table(many.slice(0, 50), 43, onSelect));
  expect(
    rows()
      .filter(({ ariaSelected }) => ariaSelected === 'true')
      .map((row) => row.dataset['index']),
  ).toEqual(['43']);
});

test('at its end the table follows new entries', async () => {
  const { render } = await show(table(many.slice(0, 1000)));
  await expect.poll(seen).toContain(999);
  await render(table(many.slice(0, 1010)));
  await expect.poll(seen).toContain(1009);
});

test('elsewhere it keeps its position, whatever is appended, prepended or dropped', async () => {
  const { render } = await show(table(many.slice(100, 1000), 500));
  const first = () => rows().find((row) => Number(row.dataset['index']) === seen()[0])?.textContent;
  await expect.poll(first).toContain('/orders/500');
  for (const entries of [many.slice(100, 1100), many.slice(0, 1100), many.slice(400, 1100)]) {
    await render(table(entries, 500));
    await frame();
    expect(first()).toContain('/orders/500');
  }
});

test('entries with the same id have separate rows, and disappear with them', async () => {
  const { render } = await show(table([entryOf(1), entryOf(1), entryOf(2)]));
  await expect.poll(() => rows().length).toBe(3);
  await render(table([entryOf(2), entryOf(1), entryOf(1), entryOf(3)]));
  await render(table([entryOf(3)]));
  await frame();
  expect(rows().length).toBe(1);
});

test('rows have two lines in a narrow table, and the selected one stays visible', async () => {
  await show(table(many, 25_000), { width: 360 });
  await expect.poll(seen).toContain(25_000);
  expect(rows()[0]?.getBoundingClientRect().height).toBe(50);
  expect(grid().scrollWidth).toBe(grid().clientWidth);
});

test.each([1000, 360])('the table is accessible at %i pixels', async (width) => {
  const entries = [200, 304, 404, 500, 0].map((statusCode, number) =>
    entryOf(number, { response: { statusCode } }),
  );
  const { element, render } = await show(table(entries, 2), { width });
  await expect.poll(() => rows().length).toBe(5);
  expect(await troublesOf(element)).toEqual([]);
  await render(table([]));
  expect(await troublesOf(element)).toEqual([]);
});
