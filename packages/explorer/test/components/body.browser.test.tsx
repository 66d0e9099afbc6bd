import type { RecordedResponse } from '@mock-services/sdk/activity';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Body } from '../../src/activity/exchange/body/body.tsx';
import { entryOf, responseOf } from '../support/entries.ts';
import { show, violationsIn } from '../support/show.tsx';

const body = (message: RecordedResponse) => (
  <Body message={message} label="Response body" entry={entryOf(1, { response: message })} />
);
const shownAs = (form: string) => page.getByRole('radio', { name: form, exact: true });

test('the page shows hostile text in a body without running its scripts', async () => {
  const hostile = '<script>window.ran = 1</script><img src="x" onerror="window.ran = 1">\u{202e}txt';
  const { element } = await show(body(responseOf(hostile, 'text/html')));
  await expect.element(page.getByRole('group', { name: 'Response body, text' })).toBeVisible();
  expect(element.textContent).toContain(hostile.replace('\u{202e}', '[U+202E]'));
  expect(element.querySelector('script, img, iframe, object, embed')).toBeNull();
  expect('ran' in window).toBe(false);
});

test('the page shows an SVG body as text', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran = 1</script></svg>';
  const { element } = await show(body(responseOf(svg, 'image/svg+xml')));
  await expect.poll(() => element.textContent).toContain(svg);
  expect(element.querySelector('img, svg')).toBeNull();
});

test('the page shows a line of 5 MB one slice at a time', async () => {
  const { element } = await show(body(responseOf('x'.repeat(5_000_000), 'text/plain')));
  await expect.poll(() => element.textContent).toContain('x'.repeat(8000));
  expect(element.textContent.length).toBeLessThan(9000);
  await page.getByRole('button', { name: 'Show 8,000 more of 4,992,000 characters' }).click();
  await expect.poll(() => element.textContent.length).toBeGreaterThan(16_000);
});

test('the page shows a JSON body as a tree with nodes that the user can expand and collapse', async () => {
  const { element } = await show(
    body(responseOf('{"order":{"lines":[{"sku":"A-1"}]},"total":12.5}', 'application/json')),
  );
  const lines = page.getByRole('button', { name: /"lines"/ });
  await expect.element(lines).toHaveAttribute('aria-expanded', 'false');
  expect(element.textContent).not.toContain('A-1');
  await userEvent.click(lines);
  await userEvent.click(page.getByRole('button', { name: /^0:/ }));
  await expect.element(page.getByText('"A-1"')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /"order"/ }));
  expect(element.textContent).not.toContain('A-1');
  expect(element.textContent).toContain('12.5');
});

test('the page shows 100 of 100,000 array elements, and 100 more after a click on “Show 100 more”', async () => {
  const json = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index));
  const { element } = await show(body(responseOf(json, 'application/json')));
  await expect.poll(() => element.querySelectorAll('li').length).toBe(100);
  await page.getByRole('button', { name: 'Show 100 more of 99,900 items' }).click();
  await expect.poll(() => element.querySelectorAll('li').length).toBe(200);
});

test('the user can expand JSON with 10,000 levels, one level at a time', async () => {
  const { element } = await show(
    body(responseOf('['.repeat(10_000) + ']'.repeat(10_000), 'application/json')),
  );
  const closed = () => element.querySelector<HTMLElement>('[aria-expanded="false"]');
  await expect.poll(() => element.querySelectorAll('[aria-expanded]').length).toBe(3);
  closed()?.click();
  await expect.poll(() => element.querySelectorAll('[aria-expanded]').length).toBe(4);
});

test('the page shows hostile keys, strings and numbers in JSON unchanged', async () => {
  const json = '{"__proto__":"<b>","a\u{202e}b":"\\u0000","big":12345678901234567890}';
  const { element } = await show(body(responseOf(json, 'application/json')));
  await expect.poll(() => element.textContent).toContain('"__proto__": "<b>"');
  expect(element.textContent).toContain('"a[U+202E]b": "\\u0000"');
  expect(element.textContent).toContain('rounded; select Text to see all digits');
});

test('the page shows an image with a blob URL, and revokes the blob URL when the image is removed', async () => {
  const { element, render } = await show(body(responseOf(await pngBytes(), 'image/png')));
  await expect.element(page.getByText('3 × 2 pixels, image/png')).toBeVisible();
  // Small images are enlarged.
  await expect.poll(() => element.querySelector('img')?.clientWidth).toBe(48);
  const source = element.querySelector('img')?.src ?? '';
  expect(source).toMatch(/^blob:/);
  await expect.element(page.getByRole('img', { name: 'Response body (image/png)' })).toBeVisible();
  await render(null);
  await expect(fetch(source)).rejects.toThrow(TypeError);
});

test('the page reports an invalid image', async () => {
  await show(body(responseOf('no picture', 'image/png')));
  await expect.element(page.getByText(/This browser cannot display this image\/png image/)).toBeVisible();
});

test('the page shows binary data as a hex dump, 4 KiB at a time', async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index === 0 ? 0x41 : index % 7));
  const { element } = await show(body(responseOf(bytes, 'application/octet-stream')));
  await expect
    .poll(() => element.querySelector('pre')?.textContent.split('\n')[0])
    .toBe('00000000  41 01 02 03 04 05 06 00 01 02 03 04 05 06 00 01  A...............');
  await page.getByRole('button', { name: 'Show the last 904 bytes' }).click();
  await expect.poll(() => element.textContent).toContain('00001380');
});

test('the user can switch the format of a body with the keyboard', async () => {
  const { element } = await show(body(responseOf('{"a":1}', 'application/json')));
  await expect.element(page.getByRole('group', { name: 'Show Response body as' })).toBeVisible();
  await expect.element(shownAs('JSON')).toBeChecked();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(shownAs('Text')).toBeChecked();
  expect(element.textContent).toContain('{"a":1}');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => element.textContent).toContain('7b 22 61 22 3a 31 7d');
});

test('the page decodes a body that has a content-encoding', async () => {
  const packed = new Blob(['{"packed":true}']).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  await show(body(responseOf(bytes, 'application/json', { 'content-encoding': 'gzip' })));
  await expect.element(page.getByText('"packed"')).toBeVisible();
});

test('the page shows why a body cannot be decoded, and shows the readable part of the body', async () => {
  const { element, render } = await show(body({ ...responseOf('', 'text/plain'), bodyBase64Encoded: '#!' }));
  const alert = () => element.querySelector('[role="alert"]')?.textContent;
  await expect.poll(alert).toBe('The recorded body is not valid Base64.');
  expect(element.textContent).toContain('#!');
  await render(body(responseOf('plain', 'text/plain', { 'content-encoding': 'deflate' })));
  await expect.poll(alert).toContain('The body cannot be decoded');
  expect(element.textContent).toContain('70 6c 61 69 6e');
  await render(body(responseOf('{oops', 'application/json')));
  await expect.poll(alert).toBe('The content-type is JSON, but the body is not valid JSON.');
  await expect.element(page.getByText('{oops')).toBeVisible();
  await render(body(responseOf('text', 'text/plain; charset=klingon')));
  await expect.poll(alert).toContain('does not support the charset');
});

test('the page saves a body to a file that is named after the last path segment', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const made = vi.spyOn(URL, 'createObjectURL');
  onTestFinished(() => {
    saved.mockRestore();
    made.mockRestore();
  });
  await show(body(responseOf('{"a":1}', 'application/json')));
  await userEvent.click(page.getByRole('button', { name: 'Save the Response body' }));
  expect(saved.mock.contexts[0]).toHaveProperty('download', '1.json');
  const blob = made.mock.lastCall?.[0];
  expect(await new Response(blob instanceof Blob ? blob : null).text()).toBe('{"a":1}');
});

test('the page shows “No body” for an empty body', async () => {
  await show(body(responseOf('', 'text/plain')));
  await expect.element(page.getByText('No body')).toBeVisible();
});

test.each([1000, 360])(
  'the view of a body is accessible in every format at a width of %i pixels',
  async (width) => {
    const json = JSON.stringify({ list: [1, 'two', null, { three: 3 }], long: 'x'.repeat(3000) });
    const { element, render } = await show(body(responseOf(json, 'application/json')), width);
    for (const form of ['JSON', 'Text', 'Hex']) {
      await userEvent.click(page.getByText(form, { exact: true }));
      expect(await violationsIn(element)).toEqual([]);
    }
    await render(body(responseOf(await pngBytes(), 'image/png')));
    await expect.element(page.getByText(/pixels/)).toBeVisible();
    expect(await violationsIn(element)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

async function pngBytes(): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(3, 2);
  canvas.getContext('2d')?.fillRect(0, 0, 3, 2);
  const blob = await canvas.convertToBlob();
  return new Uint8Array(await blob.arrayBuffer());
}
