import type { ActivityEntry } from '@mock-services/sdk/activity';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ActivityTable } from '../../src/activity/table/activity-table.tsx';
import { entriesOf, entryOf } from '../support/entries.ts';
import { show, violationsIn } from '../support/show.tsx';

const many = entriesOf(50_000);
const onOrder = vi.fn<(order: string | undefined) => void>();

function table(
  entries: readonly ActivityEntry[],
  selected?: number,
  onSelect: (id: string) => void = () => undefined,
  order?: string,
) {
  return (
    <div style={{ height: 330 }}>
      <ActivityTable
        entries={entries}
        selectedId={selected === undefined ? undefined : entryOf(selected).id}
        onSelect={onSelect}
        order={order}
        onOrder={onOrder}
        label="Activity"
      />
    </div>
  );
}

const grid = () => page.getByRole('grid', { name: 'Activity' }).element() as HTMLElement;
const rows = () => [...grid().querySelectorAll<HTMLElement>('[data-index]')];
/** Returns the indices of the rows that are visible below the header. */
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

test('the table renders only a few of 50,000 rows, and reports the full row count', async () => {
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

test('the table stays scrolled to the end and renders all visible rows when the height of the table changes', async () => {
  const few = entriesOf(18);
  await show(table(few));
  const box = grid().parentElement;
  for (const height of [700, 240, 180]) {
    box?.style.setProperty('height', `${height}px`);
    // Browsers may dispatch the event of an earlier scroll after the height has changed.
    grid().dispatchEvent(new Event('scroll'));
    await frame();
    await expect.poll(() => seen().at(-1)).toBe(17);
    expect(seen().length).toBeGreaterThanOrEqual(Math.min(18, Math.floor((height - 32) / 30)));
  }
});

/** Moves the focus to the active row with the Tab key. */
const tabToRow = async () => {
  grid().querySelector<HTMLElement>('[role="columnheader"]:last-child button')?.focus();
  await userEvent.tab();
};

/** Returns the rows that are only partly visible. */
const cutRows = () => {
  const head = grid().querySelector('[role=row]')?.getBoundingClientRect().bottom ?? 0;
  const { bottom: end } = grid().getBoundingClientRect();
  return rows()
    .filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return [head, end].some((edge) => top < edge - 0.5 && bottom > edge + 0.5);
    })
    .map((row) => row.textContent);
};

test.each([
  [330, 1000],
  [347, 1000],
  [411, 1000],
  [330, 390],
  [361, 390],
])(
  'the table shows only whole rows at a height of %i pixels and a width of %i pixels',
  async (height, width) => {
    await show(table(many.slice(0, 100)), width);
    grid().parentElement?.parentElement?.style.setProperty('height', `${height}px`);
    await expect.poll(seen).toContain(99);
    expect(cutRows()).toEqual([]);
    await tabToRow();
    for (const key of ['{PageUp}', '{PageUp}', '{ArrowUp}', '{PageDown}', '{ArrowDown}', '{Home}', '{End}']) {
      await userEvent.keyboard(key);
      await expect.poll(seen, { message: key }).toContain(focused());
      expect({ key, cut: cutRows() }).toEqual({ key, cut: [] });
    }
  },
);

test('the table is initially scrolled to the end, even if the height of the table shrinks before the first frame', async () => {
  await show(table(many));
  grid().parentElement?.style.setProperty('height', '200px');
  grid().dispatchEvent(new Event('scroll'));
  await expect.poll(atEnd).toBe(true);
});

test('the selected row stays visible when the height of the table shrinks', async () => {
  await show(table(many, 100));
  await expect.poll(() => seen()).toContain(100);
  grid().scrollTop = 93 * 30;
  await expect.poll(() => seen().includes(93) && seen().includes(100)).toBe(true);
  grid().parentElement?.style.setProperty('height', '200px');
  await expect.poll(() => seen().at(-1)).toBe(100);
});

test('the table shows the time, method, path, status, host and duration of an entry as text', async () => {
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

test('navigation keys move the focus between table rows, and Enter and the space bar select the focused row', async () => {
  const onSelect = vi.fn<(id: string) => void>();
  await show(table(many, undefined, onSelect));
  await expect.poll(atEnd).toBe(true);
  await tabToRow();
  expect(focused()).toBe(49_999);
  const moves = [
    ['{ArrowDown}', 49_999],
    ['{ArrowUp}', 49_998],
    ['{PageUp}', 49_990],
    ['{PageDown}', 49_998],
    ['{Home}', 0],
    ['{ArrowUp}', 0],
    ['{End}', 49_999],
    ['{Home}', 0],
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

test('if a table row is selected, the arrow keys also move the selection', async () => {
  const onSelect = vi.fn<(id: string) => void>();
  await show(table(many, 100, onSelect));
  await expect.poll(() => seen()).toContain(100);
  await tabToRow();
  expect(focused()).toBe(100);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.poll(() => onSelect.mock.lastCall).toEqual([entryOf(103).id]);
});

test('the table renders the focused row even if the row is scrolled out of view', async () => {
  await show(table(many, 100));
  await expect.poll(() => seen()).toContain(100);
  await tabToRow();
  grid().scrollTop = 900_000;
  await expect.poll(() => seen()[0]).toBe(30_000);
  expect(focused()).toBe(100);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(seen).toContain(101);
  expect(focused()).toBe(101);
});

test('a click on a table row selects the row, and the table marks the selected row', async () => {
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

test('a selected row stays in place while entries arrive, until the user clicks “Newest”', async () => {
  const { render } = await show(table(many.slice(0, 1000)));
  await expect.poll(seen).toContain(999);
  await render(table(many.slice(0, 1000), 995));
  const newest = page.getByRole('button', { name: 'Newest' });
  expect(newest.elements()).toEqual([]);
  for (const count of [1010, 1020]) {
    await render(table(many.slice(0, count), 995));
    await frame();
    expect(seen()).toContain(995);
  }
  await userEvent.click(newest);
  await expect.poll(seen).toContain(1019);
  await expect.poll(() => newest.elements()).toEqual([]);
  await render(table(many.slice(0, 1030), 995));
  await expect.poll(seen).toContain(1029);
});

test('the selected row stays visible when the width of the table changes', async () => {
  const few = many.slice(0, 1000);
  const { render } = await show(table(few));
  await expect.poll(seen).toContain(999);
  await render(table(few, 992));
  const box = grid().parentElement?.parentElement;
  for (const width of ['400px', '900px']) {
    box?.style.setProperty('width', width);
    await expect.poll(() => rows()[0]?.getBoundingClientRect().height).toBe(width === '400px' ? 50 : 30);
    await expect.poll(seen).toContain(992);
  }
});

test('clicks on a column header sort the table in ascending order, in descending order, and then in recorded order', async () => {
  const entries = [30, 10, 20].map((responseTimeMs, number) =>
    entryOf(number, { response: { responseTimeMs } }),
  );
  const times = () => rows().map((row) => row.querySelector('[role=gridcell]:last-child')?.textContent);
  const { render } = await show(table(entries));
  const header = page.getByRole('columnheader', { name: 'ms' });
  const orders = [undefined, 'ms', '-ms'] as const;
  for (const [index, order] of orders.entries()) {
    await render(table(entries, undefined, undefined, order));
    await expect.poll(times).toEqual(
      [
        ['30', '10', '20'],
        ['10', '20', '30'],
        ['30', '20', '10'],
      ][index],
    );
    await expect.element(header).toHaveAttribute('aria-sort', ['none', 'ascending', 'descending'][index]);
    await userEvent.click(header.getByRole('button'));
    expect(onOrder).toHaveBeenLastCalledWith(orders[index + 1]);
  }
});

test('the table draws bars for the start and duration of the visible exchanges', async () => {
  const entries = [0, 1, 2].map((number) => entryOf(number, { response: { responseTimeMs: 500 * number } }));
  await show(table(entries));
  await expect.poll(() => rows().length).toBe(3);
  const bars = rows().map((row) => {
    const bar = row.querySelector('i');
    const { left, width } = getComputedStyle(bar ?? row, '::before');
    return [left, width].map((length) =>
      Math.round((Number.parseFloat(length) / (bar?.clientWidth ?? 0)) * 3),
    );
  });
  // The scale spans three seconds. The exchanges start at 0, 1 and 2 s, and take 0, 0.5 and 1 s.
  expect(bars).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
  ]);
});

test('the table keeps its scroll position when entries are added or removed', async () => {
  const { render } = await show(table(many.slice(100, 1000), 500));
  const first = () => rows().find((row) => Number(row.dataset['index']) === seen()[0])?.textContent;
  await expect.poll(first).toContain('/orders/500');
  for (const entries of [many.slice(100, 1100), many.slice(0, 1100), many.slice(400, 1100)]) {
    await render(table(entries, 500));
    await frame();
    await expect.poll(first).toContain('/orders/500');
  }
});

test('the table shows entries with the same id in separate rows, and removes the rows when the entries are removed', async () => {
  const { render } = await show(table([entryOf(1), entryOf(1), entryOf(2)]));
  await expect.poll(() => rows().length).toBe(3);
  await render(table([entryOf(2), entryOf(1), entryOf(1), entryOf(3)]));
  await render(table([entryOf(3)]));
  await frame();
  expect(rows().length).toBe(1);
});

test('on a narrow page, each table row has two lines, and the selected row is visible', async () => {
  await show(table(many, 25_000), 360);
  await expect.poll(seen).toContain(25_000);
  expect(rows()[0]?.getBoundingClientRect().height).toBe(50);
  expect(grid().scrollWidth).toBe(grid().clientWidth);
});

test.each([1000, 360])('the table is accessible at a width of %i pixels', async (width) => {
  const entries = [200, 304, 404, 500, 0].map((statusCode, number) =>
    entryOf(number, { response: { statusCode } }),
  );
  const { element, render } = await show(table(entries, 2), width);
  await expect.poll(() => rows().length).toBe(5);
  expect(await violationsIn(element)).toEqual([]);
  await render(table([]));
  expect(await violationsIn(element)).toEqual([]);
});
