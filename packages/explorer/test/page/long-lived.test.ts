import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright';
import { inject } from 'vitest';
import { test as base } from '../support/harness.ts';
import { serviceFor, type Service } from '../support/service.ts';

/** A deployment of the built page, whose scripts can be deleted. */
interface Deployment {
  readonly origin: string;
  /** Deletes all scripts and style sheets, as a later deployment does. */
  readonly deleteScripts: () => Promise<void>;
  /** What the page calls. */
  readonly service: Service;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

const test = base.extend('deployment', async ({}, { onCleanup }): Promise<Deployment> => {
  const folder = await mkdtemp(join(tmpdir(), 'explorer-deployed-'));
  await cp(inject('explorer').folder, folder, { recursive: true });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname === '/' ? 'index.html' : pathname;
    readFile(join(folder, file)).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(file)] ?? '' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // An AddressInfo: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const service = await serviceFor(origin);
  onCleanup(async () => {
    await service.close();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  });
  return { origin, service, deleteScripts: () => rm(join(folder, 'assets'), { recursive: true }) };
});

/** The scripts and style sheets that a page has not loaded. */
async function missingIn(page: Page): Promise<string[]> {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const files = await readdir(join(inject('explorer').folder, 'assets'));
  return files.filter((file) => !loaded.some((url) => url.endsWith(`/${file}`)));
}

test('a page goes on working when its scripts are deleted from the server', async ({
  deployment: { origin, service, deleteScripts },
  open,
  expect,
}) => {
  const { fake, parameter } = service;
  const { page, troubles } = await open({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await page.goto(`${origin}/?${parameter}`);
  await expect.poll(() => missingIn(page)).toEqual([]);
  await deleteScripts();

  await page.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await page.locator('.uplot').nth(1).waitFor();
  await page.locator('.activity-row').first().click();
  await page.getByRole('button', { name: 'Copy as cURL' }).click();
  await page.getByText('Copied').waitFor();
  await page.getByRole('button', { name: 'Download HAR' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ log: { version: '1.2' } });

  fake.faults.add({ operation: 'listMockServices', status: 503, headers: { 'retry-after': '0' } });
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByText('The service failed with 503').waitFor();
  expect(fake.journal.find({ operation: 'listMockServices' })).toHaveLength(3);
  await page.getByRole('button', { name: 'Try again' }).click();
  fake.faults.clear();
  await page.getByRole('link', { name: /Payments/ }).waitFor();

  fake.faults.add({ operation: 'getMockService', body: { data: { id: 7 } } });
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByText('The response does not match the interface').waitFor();
  await page.getByText(/data\.id: expected/).waitFor();
  fake.faults.clear();

  await page.goBack();
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await page.getByText('Checkout team').first().waitFor();
  expect(troubles).toEqual([]);
});

test('so does one on the fake server, with its panel', async ({
  deployment: { origin, deleteScripts },
  open,
  expect,
}) => {
  const { page, troubles } = await open({ context: {} });
  await page.goto(origin);
  await expect.poll(() => missingIn(page)).toEqual([]);
  await deleteScripts();
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByLabel('Title').waitFor();
  await page.getByRole('button', { name: /fake server/i }).click();
  await page.getByRole('button', { name: 'Inject fault' }).waitFor();
  expect(troubles).toEqual([]);
});
