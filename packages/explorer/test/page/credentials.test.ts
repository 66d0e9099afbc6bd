import type { Page } from 'playwright';
import { operationIds } from '@mock-services/sdk/contract';
import { createFakeServer, type WireRequest } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { violationsOf } from '../support/axe.ts';
import type { Service } from '../support/service.ts';
import { test, token as requiredToken } from '../support/serving.ts';

const token = 's3cret-token';
const key = 'k3y-of-mine';

/** Makes a service deny access to some requests, with a response that contains the token. */
function denyAccess({ fake }: Service, match: (request: WireRequest) => boolean): void {
  const body = { title: 'No entry', detail: `Not with ${token}.` };
  fake.faults.add({ operation: operationIds, match, body, status: 401 });
}

const headerOf = ({ headers = {} }: WireRequest, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

const wantsToken = (request: WireRequest) => headerOf(request, 'authorization') !== `Bearer ${token}`;

const form = (page: Page) => page.locator('#connect-form');

/** Returns the places where a secret might leak: the page, its URL and its storage. */
const traces = (page: Page) =>
  page.evaluate(
    () => `${document.documentElement.outerHTML} ${location.href} ${Object.values(localStorage).join(' ')}`,
  );

test('the page sends the entered token before and after a reload', async ({ open, service, expect }) => {
  denyAccess(service, wantsToken);
  const { page, troubles } = await open({ query: service.query });
  await page.getByText('The service denied access: 401 Unauthorized').waitFor();
  await page.getByText('No entry').waitFor();
  await page.getByRole('button', { name: 'Enter credentials' }).click();
  await form(page).getByLabel('Token').fill(token);
  await form(page).getByText('This tab stores the token and headers until you close it').waitFor();
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await page.reload();
  await page.getByText('Checkout team').first().waitFor();
  expect(await traces(page)).not.toContain(token);
  expect(troubles).toEqual([]);
});

test('the page sends the entered headers without showing their values, and the button “Forget” removes the headers', async ({
  open,
  service,
  expect,
}) => {
  denyAccess(service, (request) => headerOf(request, 'x-key') !== key);
  const { page } = await open({ query: service.query });
  await page.getByRole('button', { name: 'Enter credentials' }).click();
  await form(page).getByLabel('Headers').fill(`x-key: ${key}`);
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByText('Stored for this address: the header x-key.').waitFor();
  expect(await traces(page)).not.toContain(key);
  // Empty fields do not change the stored credentials.
  await form(page).getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByRole('button', { name: 'Forget' }).click();
  await page.getByText('The service denied access').waitFor();
  expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain(key);
});

test('the page sends credentials only to the address for which the credentials were entered', async ({
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
  expect(JSON.stringify(service.fake.journal.entries().at(-1))).toContain('x-key');
  expect(JSON.stringify(other.fake.journal.entries())).not.toMatch(/x-key|authorization/i);
});

test('the page redacts credentials in a response', async ({ open, service, expect }) => {
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
  ['Headers', 'x-key: a\nCookie: b', 'Line 2: browsers do not allow a page to send the header “Cookie”.'],
  ['Headers', 'x key: a', 'Line 1: the header contains characters that HTTP does not allow.'],
  ['Token', 'ключ', 'The token contains characters that HTTP does not allow.'],
] as const)(
  'the page rejects an invalid value in the field “%s”: %s',
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

const newFake = () => createFakeServer({ seed: demoSeed({ now: Date.now() }), clock: Date.now });

test('the page asks for a token, passes the token to the program, and then shows the data', async ({
  open,
  serving,
  expect,
}) => {
  const { url: service } = await serving.service(newFake());
  const { url } = await serving.explorer({ service });
  const messages: string[] = [];
  const { page, troubles } = await open({
    url,
    prepare: (empty) => {
      empty.on('console', (message) => messages.push(message.text()));
      empty.on('request', (request) => {
        if (request.method() === 'GET') messages.push(request.url(), JSON.stringify(request.headers()));
        else messages.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`);
      });
      empty.on('response', (response) => {
        messages.push(JSON.stringify(response.headers()));
        void response.text().then(
          (text) => messages.push(text),
          () => {},
        );
      });
    },
  });
  const failure = page.getByRole('alert');
  const field = failure.getByLabel('Token for the service');
  const failing = page.getByRole('banner').getByText('Failing', { exact: true });
  await field.waitFor();
  await failing.waitFor();
  await failure.getByText(`GET ${service}/configuration/workspaces`).waitFor();
  expect(await field.getAttribute('type')).toBe('password');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violationsOf(page)).toEqual([]);
  }
  await field.fill('not-this-one');
  await field.press('Enter');
  await failure.getByText('The service rejected the token.').waitFor();
  expect(await field.inputValue()).toBe('');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await failing.waitFor();
  await failure.getByText(`GET ${service}/configuration/workspaces`).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await field.fill(`Bearer ${requiredToken}`);
  await failure.getByRole('button', { name: 'Use token' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await expect.poll(() => failing.count()).toBe(0);
  await page.reload();
  await page.getByText('Checkout team').first().waitFor();
  const kept = await page.evaluate(async () =>
    [
      document.documentElement.outerHTML,
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
      document.cookie,
      location.href,
      JSON.stringify([await caches.keys(), await indexedDB.databases()]),
    ].join('\n'),
  );
  expect(messages.filter((message) => message.startsWith(`POST ${url}credentials `))).toHaveLength(2);
  expect([...messages, kept].filter((text) => text.includes(requiredToken))).toEqual([]);
  expect(troubles).toEqual([]);
});

test('the button “Fake server” appears after the user has entered the token of a fake server', async ({
  open,
  serving,
}) => {
  const fake = await serving.withAdmin(newFake(), { requiredToken });
  const { url } = await serving.explorer({ service: fake.url });
  const { page } = await open({ url });
  const failure = page.getByRole('alert');
  await failure.getByLabel('Token for the service').fill(requiredToken);
  await failure.getByRole('button', { name: 'Use token' }).click();
  await page.getByRole('button', { name: 'Fake server', exact: true }).waitFor();
});

test('the user can replace and remove a token in the service menu', async ({ open, serving, expect }) => {
  const { url: service } = await serving.service(newFake());
  const headers = { authorization: `Bearer ${requiredToken}` };
  const { url } = await serving.explorer({ service, headers });
  const { page } = await open({ url });
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('button', { name: 'Service:' }).click();
  await form(page).getByLabel('Token for the service').fill('not-this-one');
  await form(page).getByRole('button', { name: 'Use token' }).click();
  await form(page).getByText('The service rejected the token.').waitFor();
  await page.getByRole('main').getByText('The data may be outdated.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await form(page).getByRole('button', { name: 'Forget' }).click();
  await form(page).getByText('The token was removed.').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('the token field keeps its input while the page reads data again, and shows why a token is invalid', async ({
  open,
  serving,
  expect,
}) => {
  const fake = newFake();
  const { url: service } = await serving.service(fake);
  const explorer = await serving.explorer({ service });
  const { page } = await open({ url: explorer.url });
  const failure = page.getByRole('alert');
  const field = failure.getByLabel('Token for the service');
  await field.fill('half of a tok');
  const read = page.waitForResponse(/workspaces/);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await read;
  await failure.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await field.inputValue()).toBe('half of a tok');
  await field.press('Enter');
  await failure.getByText('The token contains spaces, control characters').waitFor();
  expect(await field.inputValue()).toBe('');
  await field.fill('x'.repeat(9000));
  await field.press('Enter');
  await failure.getByText('The token is too long.').waitFor();
  await field.fill('token');
  await explorer.close();
  await field.press('Enter');
  await failure.getByText('If the program that serves this page has stopped, restart it:').first().waitFor();
});
