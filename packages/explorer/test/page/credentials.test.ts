import type { Page } from 'playwright';
import { operationIds } from '@mock-services/sdk/contract';
import type { WireRequest } from '@mock-services/fake-server/core';
import { test, type StartService } from '../support/harness.ts';

const token = 's3cret-token';
const key = 'k3y-of-mine';

/** A service that wants a token, and quotes what it got. */
async function startClosed(startService: StartService, when: (request: WireRequest) => boolean) {
  const service = await startService();
  const { fake } = service;
  const denied = { operation: operationIds, when, body: { title: 'No entry', detail: `Not with ${token}.` } };
  fake.faults.add({ ...denied, status: 401 });
  return service;
}

const headerOf = ({ headers = {} }: WireRequest, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

const wantsToken = (request: WireRequest) => headerOf(request, 'authorization') !== `Bearer ${token}`;

const form = (page: Page) => page.locator('#service-form');

/** Everything that may show or send on a secret: the page, its address and history. */
const traces = (page: Page) =>
  page.evaluate(
    () => `${document.documentElement.outerHTML} ${location.href} ${Object.values(localStorage).join(' ')}`,
  );

test('a service that wants a token gets the one that is entered, also after a reload', async ({
  open,
  startService,
  expect,
}) => {
  const { parameter } = await startClosed(startService, wantsToken);
  const { page, troubles } = await open({ query: `?${parameter}` });
  await page.getByText('The service denied access: 401 Unauthorized').waitFor();
  await page.getByText('No entry').waitFor();
  await page.getByRole('button', { name: 'Enter credentials' }).click();
  await form(page).getByLabel('Token').fill(token);
  await form(page).getByText('Both stay in this tab until it is closed').waitFor();
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await page.reload();
  await page.getByText('Checkout team').first().waitFor();
  expect(await traces(page)).not.toContain(token);
  expect(troubles).toEqual([]);
});

test('headers are sent, named but never shown, and forgotten on demand', async ({
  open,
  startService,
  expect,
}) => {
  const { parameter } = await startClosed(startService, (request) => headerOf(request, 'x-key') !== key);
  const { page } = await open({ query: `?${parameter}` });
  await page.getByRole('button', { name: 'Enter credentials' }).click();
  await form(page).getByLabel('Headers').fill(`x-key: ${key}`);
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByText('Kept for this address: the header x-key.').waitFor();
  expect(await traces(page)).not.toContain(key);
  // Fields left empty keep what is kept.
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByRole('button', { name: 'Forget' }).click();
  await page.getByText('The service denied access').waitFor();
  expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain(key);
});

test('credentials are sent to the address that they were entered for, and to no other', async ({
  open,
  startService,
  expect,
}) => {
  const one = await startService();
  const other = await startService();
  const { page } = await open({ query: `?${one.parameter}` });
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByLabel('Token').fill(`Bearer ${token}`);
  await form(page).getByLabel('Headers').fill(`x-key: ${key}`);
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}${pathname}?${other.parameter}`);
  await page.getByText('Checkout team').first().waitFor();
  const last = (service: typeof one) => service.fake.journal.entries.at(-1);
  expect(JSON.stringify(last(one))).toContain('x-key');
  expect(JSON.stringify(other.fake.journal.entries)).not.toMatch(/x-key|authorization/i);
});

test('what a service quotes of the credentials is redacted', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startClosed(startService, () => true);
  const { page } = await open({ query: `?${parameter}` });
  await page.getByRole('button', { name: 'Enter credentials' }).click();
  await form(page).getByLabel('Token').fill(token);
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Not with [redacted].').waitFor();
  expect(await traces(page)).not.toContain(token);
  expect(fake.journal.entries.length).toBeGreaterThan(0);
});

test.for([
  ['Headers', 'no colon', 'Line 1: expected “name: value”.'],
  ['Headers', 'x-key: a\nCookie: b', 'Line 2: browsers do not let a page send “Cookie”.'],
  ['Headers', 'x key: a', 'Line 1: it has characters that HTTP cannot carry.'],
  ['Token', 'ключ', 'The token has characters that HTTP cannot carry.'],
] as const)(
  '%s that cannot be sent are refused at once: %s',
  async ([label, text, problem], { open, startService, expect }) => {
    const { parameter } = await startService();
    const { page } = await open({ query: `?${parameter}` });
    await page.getByRole('button', { name: 'Service:' }).click();
    const field = form(page).getByLabel(label);
    await field.fill(text);
    await form(page).getByRole('button', { name: 'Connect' }).click();
    const said = () => field.evaluate((element: HTMLInputElement) => element.validationMessage);
    await expect.poll(said).toBe(problem);
    await field.fill('');
    expect(await said()).toBe('');
  },
);
