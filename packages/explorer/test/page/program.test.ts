/** Tests of the page that the program serves. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeServer } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { freePort } from '../../../../tools/lib/servers.ts';
import { test, token } from '../support/serving.ts';

test('the page reads and changes data of a service that requires a token and does not allow CORS', async ({
  open,
  serving,
  expect,
}) => {
  const fake = createFakeServer({
    seed: demoSeed({ now: Date.now() }),
    clock: Date.now,
    baseUrl: 'http://127.0.0.1/api',
  });
  const { url: service } = await serving.service(fake);
  const headers = { authorization: `Bearer ${token}` };
  const { url } = await serving.explorer({ service, headers });
  const received: string[] = [];
  const { page, troubles } = await open({
    url,
    prepare: (empty) => {
      empty.on('request', (request) => received.push(request.url(), JSON.stringify(request.headers())));
      empty.on('response', (response) => {
        received.push(JSON.stringify(response.headers()));
        void response.text().then(
          (text) => received.push(text),
          () => {},
        );
      });
    },
  });
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('banner').getByText(service, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await page.getByText('Live · 18 recorded').waitFor();
  const [workspace] = fake.workspaces.list();
  fake.activity.record(workspace?.id ?? '', { request: { path: '/late' } });
  await page.getByText('Live · 19 recorded').waitFor();
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByLabel('Title').fill('Changed through the program');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => fake.mockServices.list().map(({ title }) => title))
    .toContain('Changed through the program');
  expect(troubles).toEqual([]);
  const kept = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
    ].join('\n'),
  );
  expect(received.length).toBeGreaterThan(20);
  expect([...received, kept, page.url()].filter((text) => text.includes(token))).toEqual([]);
});

test('the program rejects requests from a page with another origin', async ({ open, serving, expect }) => {
  const fake = createFakeServer({ seed: demoSeed() });
  const { url: service } = await serving.service(fake);
  const { url } = await serving.explorer({ service, headers: { authorization: `Bearer ${token}` } });
  // The built page has another origin, because another port serves the built page.
  const { page } = await open({ query: 'icon.svg' });
  const statusOf = (init: { method?: string; mode?: 'no-cors'; body?: string }) =>
    page.evaluate(
      ([address, options]) =>
        fetch(`${address}api/configuration/workspaces`, options).then(
          ({ type, status }) => `${type} ${status}`,
          () => 'blocked',
        ),
      [url, init] as const,
    );
  expect(await statusOf({})).toBe('blocked');
  expect(await statusOf({ method: 'DELETE' })).toBe('blocked');
  await statusOf({ mode: 'no-cors', method: 'POST', body: 'x' });
  expect(fake.journal.find({})).toEqual([]);
});

test('the page explains how to pass a token that the service requires', async ({ open, serving }) => {
  const { url: service } = await serving.service(createFakeServer({ seed: demoSeed() }));
  const { url } = await serving.explorer({ service });
  const { page } = await open({ url });
  await page.getByText('The service denied access').waitFor();
  await page.getByText(`GET ${service}/configuration/workspaces`).waitFor();
  await page
    .locator('code', { hasText: /^MOCK_SERVICES_TOKEN=\.\.\. npx @mock-services\/explorer .*http/ })
    .waitFor();
  await page.getByRole('banner').getByText('Failing', { exact: true }).waitFor();
});

test('the page explains that the service is not running, and reads the data after the service is restarted', async ({
  open,
  serving,
  expect,
}) => {
  const fake = createFakeServer({ seed: demoSeed() });
  const first = await serving.service(fake, await freePort());
  const headers = { authorization: `Bearer ${token}` };
  const { url } = await serving.explorer({ service: first.url, headers });
  await first.close();
  const { page } = await open({ url });
  await page.getByText('The service is not running').waitFor();
  await page.getByText(`No program listens at ${first.url}.`).waitFor();
  await page.locator('[role=alert] code', { hasText: /^npx @mock-services\/explorer \S+$/ }).waitFor();
  const trouble = page.getByRole('banner').getByText('Not reachable', { exact: true });
  await trouble.waitFor();
  await serving.service(fake, first.port);
  await page.getByText('Checkout team').first().waitFor();
  await expect.poll(() => trouble.count()).toBe(0);
});

test('after the program has exited, the page shows the command that restarts the program', async ({
  open,
  serving,
  expect,
}) => {
  const { url: service } = await serving.service(createFakeServer({ seed: demoSeed() }));
  const explorer = await serving.explorer({ service, headers: { authorization: `Bearer ${token}` } });
  const { page } = await open({
    url: `${explorer.url}?view=services`,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  const link = page.getByRole('link', { name: /Payments/ });
  await link.waitFor();
  await explorer.close();
  await link.click();
  const command = page.locator('code', { hasText: `npx @mock-services/explorer ${service}` });
  await command.first().waitFor();
  const request = page.getByText(/GET .*\/configuration\/mock-service\//).first();
  expect(await request.textContent()).toContain(`GET ${service}/configuration/mock-service/`);
  await page.getByRole('button', { name: 'Copy the command' }).first().click();
  await page.getByText('Copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `npx @mock-services/explorer ${service}`,
  );
});

test('the page explains that the service URL is the URL of a web page', async ({ open, serving }) => {
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Shop</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { url } = await serving.explorer({ service: `http://127.0.0.1:${port}` });
  const { page } = await open({ url });
  await page.getByText('The service URL is a web page').waitFor();
  await page.getByText(/It is the part before \/configuration\/workspaces in the URLs/).waitFor();
  server.close();
  server.closeAllConnections();
});

test('the page uses only the service that the program was started with, and ignores a service in the URL', async ({
  open,
  serving,
  expect,
}) => {
  const fake = createFakeServer({ seed: demoSeed() });
  const { url: service } = await serving.service(fake);
  const { url } = await serving.explorer({ service, headers: { authorization: `Bearer ${token}` } });
  const { page, troubles } = await open({ url: `${url}?service=https://elsewhere.test` });
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('banner').getByText(service, { exact: true }).click();
  await page.getByText('The explorer was started for this service.').waitFor();
  expect(await page.getByLabel('Address of the service').count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('the page shows sample data and the form for a service if the program has no service', async ({
  open,
  serving,
  expect,
}) => {
  const { url } = await serving.explorer({});
  const { page, troubles } = await open({ url });
  await page.getByText('Checkout team').first().waitFor();
  await page.getByRole('banner').getByText('Demo', { exact: true }).click();
  await page.getByLabel('Address of the service').waitFor();
  expect(troubles).toEqual([]);
});
