/** What the explorer does daily: it serves the page, forwards requests with the token, and explains failures. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createClient } from '@mock-services/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../tools/lib/servers.ts';
import { exchange, html, problemAt, rawService, serviceOf, start } from '../support/program.ts';

test('without a service, the page is unchanged and requests below /api get 404', async () => {
  const { url, service } = await start();
  expect(service).toBeUndefined();
  const page = await fetch(`${url}?view=activity`);
  expect(await page.text()).toBe(html);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await fetch(`${url}api/configuration/workspaces`)).status).toBe(404);
});

test('the page has the service URL without credentials, and a Content-Security-Policy', async () => {
  const { url } = await start({ service: 'https://me:secret@mocks.test/a&b/"/' });
  const page = await fetch(url);
  expect(await page.text()).toBe(
    html.replace('<head>', '<head><meta name="service" content="https://mocks.test/a&amp;b/%22">'),
  );
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test('the program forwards a request without headers of the browser or connection', async () => {
  const { service, received } = await rawService();
  const running = await start({ service: `${service}/base/` });
  const response = await exchange(
    running,
    'GET /api/configuration/workspaces?a=%20b&c HTTP/1.1',
    `Host: 127.0.0.1:${running.port}`,
    'Accept: application/json',
    'X-Custom: one',
    'x-custom: two',
    `Origin: http://127.0.0.1:${running.port}`,
    `Referer: ${running.url}?view=activity`,
    'Cookie: other=1',
    'Sec-Fetch-Site: same-origin',
    'Sec-CH-UA: "Chromium"',
    'X-Forwarded-For: 10.0.0.1',
    'Keep-Alive: timeout=5',
    'X-Hop: 1',
    'TE: trailers',
    'Proxy-Authorization: Basic c2VjcmV0',
    'Upgrade: h2c',
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{\}$/);
  expect(received().split('\r\n')).toEqual([
    'GET /base/configuration/workspaces?a=%20b&c HTTP/1.1',
    `host: ${new URL(service).host}`,
    'Accept: application/json',
    'X-Custom: one',
    'x-custom: two',
    'X-Hop: 1',
    'x-mock-services-explorer: 1',
    'Connection: keep-alive',
    '',
    '',
  ]);
});

test('the SDK client works through the program', async () => {
  const fake = createFakeServer({ baseUrl: 'https://mocks.test/api' });
  const served = await serve(fake);
  onTestFinished(() => served.close());
  const { url } = await start({ service: served.url });
  const client = createClient({ baseUrl: `${url}api` });
  const { type, title, config } = fake.mockServices.add({ title: 'Orders' });
  const { id } = await client.mockServices.create({ type, title: 'Made through it', config });
  expect((await client.mockServices.get(id)).title).toBe('Made through it');
  await client.mockServices.update(id, { type, title, config });
  await client.mockServices.delete(id);
  await expect(client.mockServices.get(id)).rejects.toMatchObject({ name: 'ApiError', status: 404 });
});

/** Starts a service that responds with the credentials of the request. */
const mirror = () =>
  serviceOf(({ headers }, outgoing) => outgoing.end(`${headers.authorization}, ${String(headers['x-key'])}`));

const withCredentials = { headers: { authorization: 'Bearer of-the-page', 'x-key': 'page' } };

test('the program forwards the credentials of the page if it has none of its own', async () => {
  const { url } = await start({ service: await mirror() });
  expect(await (await fetch(`${url}api/x`, withCredentials)).text()).toBe('Bearer of-the-page, page');
});

test("the program replaces the page's credentials with its own, which stay secret", async () => {
  const headers = { authorization: 'Bearer of-the-program', 'x-key': 'program' };
  const { url } = await start({ service: await mirror(), headers });
  const response = await fetch(`${url}api/x`, withCredentials);
  expect(await response.text()).toBe('Bearer of-the-program, program');
  expect([...response.headers].flat().join()).not.toContain('program');
  expect(await (await fetch(url)).text()).not.toContain('program');
});

test('the page learns that the service is not running', async () => {
  const service = `http://127.0.0.1:${await freePort()}/api`;
  expect(await problemAt(await start({ service }))).toEqual({
    type: 'about:blank',
    status: 502,
    title: 'The service is not running',
    detail: `No program listens at ${service}. Start the service, or restart the explorer with the correct address:`,
    command: 'npx @mock-services/explorer <service-url>',
  });
});
