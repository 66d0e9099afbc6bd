import type { ActivityEntry } from '@mock-services/sdk/activity';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ExchangeCharts } from '../../src/activity/charts/exchange-charts.tsx';
import type { TimeRange } from '../../src/activity/charts/time-range.ts';
import { entriesOf, entryOf } from '../support/entries.ts';
import { show, violationsIn } from '../support/show.tsx';

type OnRange = (range: TimeRange | undefined) => void;

const statuses = [200, 201, 302, 404, 503, 0];
/** 600 exchanges at intervals of a second, starting at 08:00:00, with response times from 1 to 600 ms. */
const entries: ActivityEntry[] = Array.from({ length: 600 }, (_, number) =>
  entryOf(number, { response: { statusCode: statuses[number % 6] ?? 200, responseTimeMs: number + 1 } }),
);
const names = ['Requests over time', 'Response times (ms)'];

function charts(props: {
  readonly entries?: readonly ActivityEntry[];
  readonly range?: TimeRange | undefined;
  readonly onRange?: OnRange;
}) {
  const { entries: shown = entries, range, onRange = () => undefined } = props;
  return <ExchangeCharts entries={shown} range={range} onRange={onRange} />;
}

const chart = (name: string) => page.getByRole('region', { name }).element() as HTMLElement;
const range = { since: '2026-11-21T08:02:00.000Z', until: '2026-11-21T08:04:00.000Z' };

const over = (name: string) => chart(name).querySelector<HTMLElement>('.u-over') ?? chart(name);
const marked = (name: string) => chart(name).querySelector('.u-select')?.getBoundingClientRect().width ?? 0;
const summary = (name: string) => page.getByRole('region', { name }).getByRole('img');

test('the chart “Requests over time” counts requests by status class', async () => {
  await show(charts({}));
  await expect
    .element(summary('Requests over time'))
    .toHaveAccessibleName(
      '600 requests from 2026-11-21 08:00:00 UTC to 2026-11-21 08:09:59 UTC: ' +
        '200 2xx, 100 3xx, 100 4xx, 100 5xx, 100 Other',
    );
  const figures = [...document.querySelectorAll('td')].map((cell) => Number(cell.textContent));
  expect(figures.reduce((sum, figure) => sum + figure, 0)).toBe(600);
  expect(document.querySelectorAll('tbody tr').length).toBe(60);
});

test('the chart “Response times (ms)” summarizes response times as percentiles', async () => {
  await show(charts({ entries: entries.slice(0, 599).toReversed() }));
  await expect
    .element(summary('Response times (ms)'))
    .toHaveAccessibleName(
      '599 response times from 2026-11-21 08:00:00 UTC to 2026-11-21 08:09:58 UTC: ' +
        'half took at most 300 ms, 90% at most 540 ms, 99% at most 594 ms, the longest 599 ms',
    );
});

test.each(names)(
  'dragging in the chart “%s” selects a time range, and Escape clears the time range',
  async (name) => {
    const onRange = vi.fn<OnRange>();
    const { render } = await show(charts({ onRange }));
    const { width, height } = over(name).getBoundingClientRect();
    await userEvent.dragAndDrop(over(name), over(name), {
      sourcePosition: { x: width * 0.25, y: height / 2 },
      targetPosition: { x: width * 0.5, y: height / 2 },
    });
    await expect.poll(() => onRange.mock.calls.length).toBe(1);
    const selected = onRange.mock.lastCall?.[0];
    // A pixel of the chart represents about a second.
    const begin = Date.UTC(2026, 10, 21, 8);
    expect(Math.abs(Date.parse(selected?.since ?? '') - begin - 150_000)).toBeLessThan(3000);
    expect(Math.abs(Date.parse(selected?.until ?? '') - begin - 300_000)).toBeLessThan(3000);
    await render(charts({ range: selected, onRange }));
    // Both charts highlight the range.
    for (const each of names) await expect.poll(() => Math.abs(marked(each) - width / 4)).toBeLessThan(4);
    await userEvent.keyboard('{Escape}');
    expect(onRange).toHaveBeenLastCalledWith(undefined);
    await render(charts({ onRange }));
    await expect.poll(() => marked(name)).toBeLessThan(1);
  },
);

test.each(names)('a drag in the chart “%s” continues when entries arrive', async (name) => {
  const onRange = vi.fn<OnRange>();
  const { render } = await show(charts({ onRange }));
  const { left, top, width } = over(name).getBoundingClientRect();
  const mouse = (type: string, share: number) =>
    over(name).dispatchEvent(
      new MouseEvent(type, {
        clientX: left + width * share,
        clientY: top + 20,
        bubbles: true,
        movementX: 50,
      }),
    );
  mouse('mousedown', 0.25);
  mouse('mousemove', 0.5);
  await expect.poll(() => Math.abs(marked(name) - width / 4)).toBeLessThan(3);
  await render(charts({ entries: [...entries, entryOf(601)], onRange }));
  await new Promise(requestAnimationFrame);
  expect(Math.abs(marked(name) - width / 4)).toBeLessThan(3);
  mouse('mouseup', 0.5);
  expect(onRange).toHaveBeenCalledOnce();
});

test.each([
  ['Requests over time', /^11-21 08:0[45]:[0-5]0, [2-4] 2xx, [12] 3xx/],
  ['Response times (ms)', /^11-21 08:0[45]:\d\d, \d+ ms$/],
] as const)('the chart “%s” describes the value below the pointer', async (name, expected) => {
  const { element } = await show(charts({}));
  await userEvent.hover(over(name));
  await expect.poll(() => element.querySelector('p[aria-hidden]')?.textContent).toMatch(expected);
  await userEvent.unhover(over(name));
});

test.each(names)('a click in the chart “%s” does not select a time range', async (name) => {
  const onRange = vi.fn<OnRange>();
  await show(charts({ onRange }));
  await userEvent.click(over(name));
  expect(onRange).not.toHaveBeenCalled();
});

test('the user can set the time range with the keyboard', async () => {
  const onRange = vi.fn<OnRange>();
  const { render } = await show(charts({ onRange }));
  await userEvent.click(page.getByText('Select a time range'));
  await userEvent.click(page.getByRole('button', { name: 'Last 5 minutes' }));
  expect(onRange).toHaveBeenLastCalledWith({
    since: '2026-11-21T08:04:59.000Z',
    until: '2026-11-21T08:09:59.000Z',
  });
  await render(charts({ range, onRange }));
  await userEvent.fill(page.getByLabelText('To (UTC)'), '2026-11-21T08:05:00.000');
  await userEvent.keyboard('{Enter}');
  expect(onRange).toHaveBeenLastCalledWith({ since: range.since, until: '2026-11-21T08:05:00.000Z' });
  await userEvent.fill(page.getByLabelText('From (UTC)'), '2026-11-21T09:00:00.000');
  await userEvent.click(page.getByRole('button', { name: 'Apply' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('The start must be before the end.');
  expect(onRange).toHaveBeenCalledTimes(2);
});

test.each(names)('the chart “%s” uses the colors of the theme and the available width', async (name) => {
  await show(charts({}));
  const canvas = chart(name).querySelector('canvas');
  const picture = () => canvas?.toDataURL();
  const light = await settled(picture);
  document.documentElement.dataset['theme'] = 'dark';
  await expect.poll(picture).not.toBe(light);
  await page.viewport(360, 800);
  await expect.poll(() => canvas?.getBoundingClientRect().width).toBeLessThan(360);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test.each(names)('the chart “%s” handles no entries, a single entry and extreme timestamps', async (name) => {
  const { render } = await show(charts({ entries: [] }));
  await expect.element(page.getByText('No data')).toBeVisible();
  await render(charts({ entries: [entryOf(1), entryOf(2, { timestamp: 'never' })] }));
  await expect.element(summary(name)).toHaveAttribute('aria-label', expect.stringMatching(/^1 /));
  const ends = ['0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z'];
  await render(charts({ entries: ends.map((timestamp, number) => entryOf(number, { timestamp })) }));
  await expect.element(summary(name)).toHaveAttribute('aria-label', expect.stringMatching(/^2 /));
});

test.each(names)('the chart “%s” includes entries that arrive later', async (name) => {
  const { render } = await show(charts({}));
  await render(charts({ entries: entriesOf(700) }));
  await expect.element(summary(name)).toHaveAttribute('aria-label', expect.stringMatching(/^700 /));
});

/** Records the text that the first chart draws, with its position. */
function writtenIn() {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  onTestFinished(() => written.mockRestore());
  return () =>
    written.mock.calls.filter((_, index) => {
      const context: unknown = written.mock.contexts[index];
      return (
        context instanceof CanvasRenderingContext2D && chart('Requests over time').contains(context.canvas)
      );
    });
}

test.each([1, 2, 3, 7, 40])(
  'the chart labels the axis with integers for %i simultaneous requests',
  async (most) => {
    const written = writtenIn();
    const atOnce = Array.from({ length: most }, (_, number) =>
      entryOf(number, { timestamp: '2026-11-21T08:00:00.000Z' }),
    );
    await show(charts({ entries: atOnce }));
    const counts = () =>
      written()
        .map(([text]) => text)
        .filter((text) => !/[:-]/.test(text));
    await expect.poll(counts).toContain('0');
    expect(counts().every((text) => Number.isInteger(Number(text)))).toBe(true);
    expect(new Set(counts()).size).toBeGreaterThan(1);
  },
);

test.each([1000, 500, 440, 400, 360])(
  'the time labels of the charts do not touch at a width of %i pixels',
  async (width) => {
    const written = writtenIn();
    await show(charts({ entries: [entryOf(0)] }), width);
    const times = () => written().filter(([text]) => text.includes(':'));
    await expect.poll(() => times().length).toBeGreaterThan(1);
    const [[text, first] = ['', 0], [, second] = ['', 0]] = times();
    // At this font size, a character is about seven pixels wide.
    expect(Math.abs(second - first)).toBeGreaterThan(7 * text.length * devicePixelRatio);
  },
);

/** Records the labels of both charts. Returns the labels that do not fit on their canvas. */
function clippedLabels() {
  const drawn: { readonly text: string; readonly isClipped: boolean }[] = [];
  // Measure the labels instead of drawing them.
  const spy = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function measure(
    this: CanvasRenderingContext2D,
    text,
    x,
    y,
  ) {
    const {
      actualBoundingBoxLeft,
      actualBoundingBoxRight,
      actualBoundingBoxAscent,
      actualBoundingBoxDescent,
    } = this.measureText(text);
    const isClipped =
      x - actualBoundingBoxLeft < 0 ||
      x + actualBoundingBoxRight > this.canvas.width ||
      y - actualBoundingBoxAscent < 0 ||
      y + actualBoundingBoxDescent > this.canvas.height;
    drawn.push({ text, isClipped });
  });
  onTestFinished(() => spy.mockRestore());
  return drawn;
}

const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;

test.each([1000, 520, 390])('the charts do not clip labels at a width of %i pixels', async (width) => {
  const drawn = clippedLabels();
  const { render } = await show(charts({ entries: [] }), width);
  for (const span of [
    1,
    700,
    5 * second,
    21 * second,
    45 * second,
    3 * minute,
    90 * minute,
    day,
    9 * day,
    800 * day,
  ]) {
    for (const longest of [1, 12, 9999, 40_000, 2_000_000_000]) {
      drawn.length = 0;
      const shown = Array.from({ length: 12 }, (_, number) =>
        entryOf(number, {
          timestamp: new Date(Date.UTC(2026, 9, 31, 23, 59, 58) + (number * span) / 11).toISOString(),
          response: { responseTimeMs: number === 0 ? 1 : longest },
        }),
      );
      await render(charts({ entries: shown }));
      await expect.poll(() => drawn.some(({ text }) => text === 'p99' || text === 'p50')).toBe(true);
      expect(
        drawn.filter(({ isClipped }) => isClipped).map(({ text }) => text),
        `${span} ms, up to ${longest} ms`,
      ).toEqual([]);
    }
  }
});

test.each([
  ['minutes', 60_000],
  ['weeks', 7 * 86_400_000],
])('a chart of several %s has no empty strip below the plot', async (_, step) => {
  const list = Array.from({ length: 6 }, (__, number) =>
    entryOf(number, { timestamp: new Date(Date.UTC(2026, 10, 1) + number * step).toISOString() }),
  );
  const { element } = await show(charts({ entries: list }));
  const bottomOf = (selector: string) =>
    element.querySelector(selector)?.getBoundingClientRect().bottom ?? Number.NaN;
  const labels = step > 3_600_000 ? 22 : 36;
  await expect.poll(() => bottomOf('[role=img]') - bottomOf('.u-over')).toBe(labels);
  expect(bottomOf('[tabindex]') - bottomOf('[role=img]')).toBeLessThan(40);
});

test.each([1000, 360])('the charts are accessible at a width of %i pixels', async (width) => {
  const { element } = await show(charts({ range }), width);
  await userEvent.click(page.getByText('Change the range'));
  expect(await violationsIn(element)).toEqual([]);
});

/** Waits until a value no longer changes, and returns the value. */
async function settled<T>(read: () => T): Promise<T> {
  let last = read();
  await expect
    .poll(() => {
      const now = read();
      const isSame = now === last;
      last = now;
      return isSame;
    })
    .toBe(true);
  return last;
}
