import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Exchange } from '../../src/exchange/index.ts';
import { entryOf, responseOf } from './entries.ts';
import { show, troublesOf } from './show.tsx';

const hostile = '<img src=x onerror="window.ran = 1">\u{202e}';
const entry = entryOf(1, {
  request: {
    method: 'POST',
    path: '/orders?access_token=t0p&q=1',
    headers: { Authorization: 'Bearer abc.def', Accept: '*/*', 'User-Agent': hostile },
    bodyBase64Encoded: btoa('sku=A-1'),
  },
  response: { ...responseOf('{"id":7}', 'application/json', { 'Set-Cookie': 'sid=123' }), statusCode: 503 },
});

function clipboard() {
  const write = vi
    .spyOn(navigator.clipboard, 'write')
    // Like browsers: the text to copy may arrive later, and may fail.
    .mockImplementation(async ([item]) => void (await item?.getType('text/plain')));
  onTestFinished(() => write.mockRestore());
  const text = async () => {
    const blob = await write.mock.lastCall?.[0][0]?.getType('text/plain');
    return blob?.text();
  };
  return { write, text };
}

test('request and response are shown with their headers, and hostile ones do nothing', async () => {
  const { element } = await show(<Exchange entry={entry} />);
  expect(element.textContent).toContain(hostile.replace('\u{202e}', '[U+202E]'));
  expect(element.querySelector('img')).toBeNull();
  expect('ran' in window).toBe(false);
  await expect.element(page.getByText('503 Server error')).toBeVisible();
  await expect.element(page.getByText('sku=A-1')).toBeVisible();
});

test('credentials are masked until requested, and again in the next exchange', async () => {
  const { element, render } = await show(<Exchange entry={entry} />);
  expect(element.textContent).not.toMatch(/abc\.def|sid=123|t0p/);
  expect(element.textContent).toContain('/orders?access_token=REDACTED&q=1');
  await userEvent.click(page.getByRole('button', { name: 'Show credentials' }));
  for (const secret of ['Bearer abc.def', 'sid=123', 'access_token=t0p'])
    expect(element.textContent).toContain(secret);
  await render(<Exchange entry={{ ...entry, id: entryOf(2).id }} />);
  expect(element.textContent).not.toContain('abc.def');
});

test('an exchange without credentials does not offer to show them', async () => {
  await show(<Exchange entry={entryOf(1)} />);
  await expect.element(page.getByRole('button', { name: 'Copy as cURL' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Show credentials' }).elements()).toEqual([]);
});

test('the request is copied as a command, with credentials if they are shown', async () => {
  const copied = clipboard();
  await show(<Exchange entry={entry} />);
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('Copied; credentials are left out')).toBeVisible();
  expect(await copied.text()).toMatch(
    /^curl --request POST .*access_token=REDACTED(.|\n)*--data-raw sku=A-1$/,
  );
  await userEvent.click(page.getByRole('button', { name: 'Show credentials' }));
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await copied.text()).toContain('Bearer abc.def');
});

test('the command can be for PowerShell', async () => {
  const copied = clipboard();
  await show(<Exchange entry={entry} />);
  await userEvent.selectOptions(page.getByLabelText('Shell'), 'PowerShell');
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('Copied', { exact: false }).first()).toBeVisible();
  expect(await copied.text()).toContain(' `\n  ');
});

test('a command that cannot be created or copied shows the reason', async () => {
  const copied = clipboard();
  const { render } = await show(<Exchange entry={entryOf(1, { request: { bodyBase64Encoded: '#' } })} />);
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('not Base64', { exact: false }).first()).toBeVisible();
  await expect(copied.text()).rejects.toThrow('not Base64');
  copied.write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await render(<Exchange entry={entryOf(2)} />);
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('The browser did not allow copying')).toBeVisible();
});

test.each([1000, 360])('an exchange is accessible at %i pixels', async (width) => {
  const { element } = await show(<Exchange entry={entry} />, { width });
  await expect.element(page.getByText('sku=A-1')).toBeVisible();
  expect(await troublesOf(element)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const [request, response] = element.querySelectorAll('section');
  const areStacked =
    (request?.getBoundingClientRect().left ?? 0) === (response?.getBoundingClientRect().left ?? 1);
  expect(areStacked).toBe(width === 360);
});
