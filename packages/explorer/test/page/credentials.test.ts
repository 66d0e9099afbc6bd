import type { Page } from 'playwright';
import { operationIds } from '@mock-services/sdk/contract';
import type { WireRequest } from '@mock-services/fake-server/core';
import { test } from '../support/harness.ts';
import type { Service } from '../support/service.ts';

const token = 's3cret-token';
const key = 'k3y-of-mine';

/** Lets a service deny access to some requests, with a response that quotes the token. */
function denyAccess({ fake }: Service, match: (request: WireRequest) => boolean): void {
  const body = { title: 'No entry', detail: `Not with ${token}.` };
  fake.faults.add({ operation: operationIds, match, body, status: 401 });
}

const headerOf = ({ headers = {} }: WireRequest, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

const wantsToken = (request: WireRequest) => headerOf(request, 'authorization') !== `Bearer ${token}`;

const form = (page: Page) => page.locator('#connect-form');

/** The places where a secret might leak: the page, its address and its storage. */
const traces = (page: Page) =>
  page.evaluate(
    () => `${document.documentElement.outerHTML} ${location.href} ${Object.values(localStorage).join(' ')}`,
  );

test('sends the token that is entered, also after a reload', async ({ open, service, expect }) => {
  denyAccess(service, wantsToken);
  const { page, troubles } = await open({ query: service.query });
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

test('sends headers without showing their values, and forgets them', async ({ open, service, expect }) => {
  denyAccess(service, (request) => headerOf(request, 'x-key') !== key);
  const { page } = await open({ query: service.query });
  await page.getByRole('button', { name: 'Enter credentials' }).click();
  await form(page).getByLabel('Headers').fill(`x-key: ${key}`);
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByText('Kept for this address: the header x-key.').waitFor();
  expect(await traces(page)).not.toContain(key);
  // Empty fields do not change the stored credentials.
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByRole('button', { name: 'Forget' }).click();
  await page.getByText('The service denied access').waitFor();
  expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain(key);
});

test('sends credentials only to the address that they were entered for', async ({
  open,
  service,
  startService,
  expect,
}) => {
  const other = await startService();
  const { page } = await open({ query: service.query });
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByLabel('Token').fill(`Bearer ${token}`);
  await form(page).getByLabel('Headers').fill(`x-key: ${key}`);
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}${pathname}${other.query}`);
  await page.getByText('Checkout team').first().waitFor();
  expect(JSON.stringify(service.fake.journal.entries.at(-1))).toContain('x-key');
  expect(JSON.stringify(other.fake.journal.entries)).not.toMatch(/x-key|authorization/i);
});

test('redacts credentials that a response quotes', async ({ open, service, expect }) => {
  denyAccess(service, () => true);
  const { page } = await open({ query: service.query });
  await page.getByRole('button', { name: 'Enter credentials' }).click();
  await form(page).getByLabel('Token').fill(token);
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Not with [redacted].').waitFor();
  expect(await traces(page)).not.toContain(token);
});

test.for([
  ['Headers', 'no colon', 'Line 1: expected “name: value”.'],
  ['Headers', 'x-key: a\nCookie: b', 'Line 2: browsers do not let a page send “Cookie”.'],
  ['Headers', 'x key: a', 'Line 1: it has characters that HTTP cannot carry.'],
  ['Token', 'ключ', 'The token has characters that HTTP cannot carry.'],
] as const)(
  'rejects an invalid value of the field %s: %s',
  async ([label, text, problem], { open, service: { query }, expect }) => {
    const { page } = await open({ query });
    await page.getByRole('button', { name: 'Service:' }).click();
    const field = form(page).getByLabel(label);
    await field.fill(text);
    await form(page).getByRole('button', { name: 'Connect' }).click();
    const message = () => field.evaluate((element: HTMLInputElement) => element.validationMessage);
    await expect.poll(message).toBe(problem);
    await field.fill('');
    expect(await message()).toBe('');
  },
);
