import { type ActivityEntry, findActivity } from '@mock-services/sdk/activity';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Exchange } from '../../src/activity/exchange/exchange.tsx';
import { entryOf, responseOf } from '../support/entries.ts';
import { show, violationsIn } from '../support/show.tsx';

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
    // Await the text like a browser, because the text may arrive later or fail.
    .mockImplementation(async ([item]) => void (await item?.getType('text/plain')));
  onTestFinished(() => write.mockRestore());
  const text = async () => {
    const blob = await write.mock.lastCall?.[0][0]?.getType('text/plain');
    return blob?.text();
  };
  return { write, text };
}

test('the page shows hostile headers of a request and response unchanged', async () => {
  const { element } = await show(<Exchange entry={entry} />);
  expect(element.textContent).toContain(hostile.replace('\u{202e}', '[U+202E]'));
  expect(element.querySelector('img')).toBeNull();
  expect('ran' in window).toBe(false);
  await expect.element(page.getByText('503 Service Unavailable')).toBeVisible();
  await expect.element(page.getByText('sku=A-1')).toBeVisible();
});

test('the page masks credentials until the user clicks “Show credentials”, and masks credentials again in the next exchange', async () => {
  const { element, render } = await show(<Exchange entry={entry} />);
  expect(element.textContent).not.toMatch(/abc\.def|sid=123|t0p/);
  expect(element.textContent).toContain('/orders?access_token=REDACTED&q=1');
  await userEvent.click(page.getByRole('button', { name: 'Show credentials' }));
  for (const secret of ['Bearer abc.def', 'sid=123', 'access_token=t0p'])
    expect(element.textContent).toContain(secret);
  await render(<Exchange entry={{ ...entry, id: entryOf(2).id }} />);
  expect(element.textContent).not.toContain('abc.def');
});

test('the page has no button “Show credentials” if the exchange contains no credentials', async () => {
  await show(<Exchange entry={entryOf(1)} />);
  await expect.element(page.getByRole('button', { name: 'Copy as cURL' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Show credentials' }).elements()).toEqual([]);
});

test('the page copies a request as cURL, with credentials only if the credentials are shown', async () => {
  const copied = clipboard();
  await show(<Exchange entry={entry} />);
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('Copied without credentials')).toBeVisible();
  expect(await copied.text()).toMatch(
    /^curl --globoff --request POST .*access_token=REDACTED(.|\n)*--data-raw sku=A-1$/,
  );
  await userEvent.click(page.getByRole('button', { name: 'Show credentials' }));
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await copied.text()).toContain('Bearer abc.def');
});

test('the page copies a request as cURL for PowerShell', async () => {
  const copied = clipboard();
  await show(<Exchange entry={entry} />);
  await userEvent.selectOptions(page.getByLabelText('Form to copy'), 'PowerShell');
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('Copied', { exact: false }).first()).toBeVisible();
  expect(await copied.text()).toContain(' `\n  ');
});

test.each([
  [{ '@mock-services/sdk': { scheme: 'http' } }, 'http://orders.example.com:443/orders'],
  [{ '@mock-services/sdk': { scheme: 'file' }, scheme: 'file' }, 'https://orders.example.com/orders'],
  [{ '@mock-services/sdk': 'http', scheme: 'http' }, 'https://orders.example.com/orders'],
])('the page copies a URL with the scheme from the metadata %j', async (metadata, url) => {
  const copied = clipboard();
  await show(<Exchange entry={{ ...entry, metadata: { ...entry.metadata, ...metadata } }} />);
  await userEvent.selectOptions(page.getByLabelText('Form to copy'), 'JavaScript');
  await userEvent.click(page.getByRole('button', { name: 'Copy as fetch' }));
  await expect.element(page.getByText('Copied without credentials')).toBeVisible();
  expect(await copied.text()).toContain(`"${url}?`);
});

test('the page copies the code of a fetch call that resends the request', async () => {
  const copied = clipboard();
  await show(<Exchange entry={entry} />);
  await userEvent.selectOptions(page.getByLabelText('Form to copy'), 'JavaScript');
  await userEvent.click(page.getByRole('button', { name: 'Show credentials' }));
  await userEvent.click(page.getByRole('button', { name: 'Copy as fetch' }));
  await expect.element(page.getByText('Copied', { exact: true })).toBeVisible();
  const code = (await copied.text()) ?? '';
  expect(code).not.toContain('\u{202e}');
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  onTestFinished(() => sent.mockRestore());
  await (Reflect.construct(Function, [code.replace('await', 'return')]) as () => Promise<Response>)();
  expect(sent.mock.lastCall).toEqual([
    'https://orders.example.com/orders?access_token=t0p&q=1',
    {
      method: 'POST',
      headers: { Authorization: 'Bearer abc.def', Accept: '*/*', 'User-Agent': hostile },
      body: 'sku=A-1',
    },
  ]);
});

test('the page copies the code of an SDK call that finds the exchange in a log', async () => {
  const copied = clipboard();
  await show(<Exchange entry={entry} />);
  await userEvent.selectOptions(page.getByLabelText('Form to copy'), 'SDK');
  await userEvent.click(page.getByRole('button', { name: 'Copy as SDK call' }));
  await expect.element(page.getByText('Copied', { exact: false }).first()).toBeVisible();
  const code = await copied.text();
  const call = Reflect.construct(Function, ['findActivity', 'entries', `return ${code}`]) as (
    find: typeof findActivity,
    entries: readonly ActivityEntry[],
  ) => ActivityEntry[];
  expect(call(findActivity, [entryOf(2), entry])).toEqual([entry]);
});

test('the page shows the decoded query parameters of a request as a list', async () => {
  await show(<Exchange entry={entryOf(1, { request: { path: '/find?q=trail%20shoe&size=42&size=43' } })} />);
  const pairs = page.getByLabelText('Query', { exact: true }).element();
  expect([...pairs.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
    'q',
    'trail shoe',
    'size',
    '42',
    'size',
    '43',
  ]);
});

test('the page marks headers that differ between two exchanges', async () => {
  const [first, second] = ['1', '2'].map((version, number) =>
    entryOf(number, { request: { path: '/x', headers: { accept: '*/*', version } } }),
  );
  const { element } = await show(first && second && <Exchange entry={first} other={second} name="first" />);
  await expect.element(page.getByLabelText('Request headers of the first exchange')).toBeVisible();
  const marked = [...element.querySelectorAll('[data-own="true"]')].map(({ textContent }) => textContent);
  expect(marked).toEqual(['version1 (differs)']);
});

test('the page shows why a command cannot be created or copied', async () => {
  const copied = clipboard();
  const { render } = await show(<Exchange entry={entryOf(1, { request: { bodyBase64Encoded: '#' } })} />);
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('valid Base64', { exact: false }).first()).toBeVisible();
  await expect(copied.text()).rejects.toThrow('valid Base64');
  copied.write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await render(<Exchange entry={entryOf(2)} />);
  await userEvent.click(page.getByRole('button', { name: 'Copy as cURL' }));
  await expect.element(page.getByText('The browser did not allow copying')).toBeVisible();
});

test.each([1000, 360])('the view of an exchange is accessible at a width of %i pixels', async (width) => {
  const { element } = await show(<Exchange entry={entry} />, width);
  await expect.element(page.getByText('sku=A-1')).toBeVisible();
  expect(await violationsIn(element)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const [request, response] = element.querySelectorAll('section');
  const areStacked =
    (request?.getBoundingClientRect().left ?? 0) === (response?.getBoundingClientRect().left ?? 1);
  expect(areStacked).toBe(width === 360);
});
