/** Which requests the fake server answers, and how. */
import type { Page } from '@playwright/test';
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api' });
const list = '/api/configuration/mock-services';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly header: string | null;
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: 'include';
}

/** Sends a request from the page. Resolves to the name of the error if the request fails. */
const send = (page: Page, url: string, init: Init = {}): Promise<Answer | string> =>
  page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, init);
        const text = await response.text();
        return { status: response.status, text, header: response.headers.get('x-added') };
      } catch (error) {
        return (error as Error).name;
      }
    },
    [url, init] as const,
  );

const json = { 'content-type': 'application/json' };

test('a page gets the data that the test adds', async ({ page, fake }) => {
  const added = fake.mockServices.add({ title: 'Größe 🚀' });
  await page.goto('/');
  expect(await send(page, list)).toMatchObject({ status: 200, text: expect.stringContaining('Größe 🚀') });
  expect(await send(page, `${list}/${added.id}`, { method: 'DELETE' })).toMatchObject({
    status: 200,
    text: '',
  });
  expect(fake.mockServices.list()).toEqual([]);
});

for (const name of ['first', 'second'])
  test(`each test has its own fake server: ${name}`, async ({ page, fake }) => {
    await page.goto('/');
    expect(await send(page, list)).toMatchObject({ text: '{"data":[]}' });
    fake.mockServices.add({ title: name });
    expect(fake.journal.entries()).toHaveLength(1);
  });

test('XMLHttpRequest and sendBeacon reach the fake server', async ({ page, fake }) => {
  await page.goto('/');
  await page.evaluate(async (url) => {
    await new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.addEventListener('load', resolve);
      request.open('GET', url);
      request.send();
    });
    navigator.sendBeacon('/api/configuration/mock-service', '{}');
  }, list);
  await fake.journal.waitFor({ operation: 'listMockServices' });
  await fake.journal.waitFor({ operation: 'createMockService' });
});

test('a request to a path of no endpoint reaches the network', async ({ page, fake }) => {
  await page.goto('/');
  expect(await send(page, '/api/version.txt')).toMatchObject({ text: 'network: GET /api/version.txt' });
  expect(fake.journal.entries()).toEqual([]);
});

test('a wrong method for an endpoint is answered, so that assertClean reports it', async ({ page, fake }) => {
  await page.goto('/');
  expect(await send(page, list, { method: 'DELETE' })).toMatchObject({ status: 405 });
  expect(fake.journal.problems()).toHaveLength(1);
});

test.describe('with assertClean', () => {
  test.use({ fakeOptions: { baseUrl: '/api', assertClean: true } });

  test('a route of the test takes precedence', async ({ page, context, fake }) => {
    await page.route(`**${list}`, (route) => route.fulfill({ body: 'mine' }));
    await context.route('**/service/configuration/**', (route) => route.abort());
    await page.goto('/');
    expect(await send(page, list)).toMatchObject({ text: 'mine' });
    expect(await send(page, '/service/configuration/mock-services')).toBe('TypeError');
    expect(fake.journal.entries()).toEqual([]);
  });
});

test('a body of 5 MB arrives, and a body of more than maxBodyBytes gets a 413', async ({ page, fake }) => {
  await page.goto('/');
  const statuses = await page.evaluate(async () => {
    const config = { cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] }, upstreams: [] };
    const sizes = [5_000_000, 11_000_000];
    return Promise.all(
      sizes.map(async (size) => {
        const defaultResponseHeaders = { 'x-large': 'x'.repeat(size) };
        const body = JSON.stringify({
          type: 'REST',
          title: 'Large',
          config: { ...config, defaultResponseHeaders },
        });
        const headers = { 'content-type': 'application/json' };
        const response = await fetch('/api/configuration/mock-service', { method: 'POST', headers, body });
        return response.status;
      }),
    );
  });
  expect(statuses).toEqual([201, 413]);
  const [summary] = fake.mockServices.list();
  expect(await send(page, `/api/configuration/mock-service/${summary?.id}`)).toMatchObject({ status: 200 });
});

test('the status and the headers of a fault reach the page', async ({ page, fake }) => {
  await page.goto('/');
  fake.faults.add({ operation: 'listMockServices', status: 503, headers: { 'x-added': 'yes' } });
  expect(await send(page, list)).toMatchObject({ status: 503, header: 'yes' });
});

test.describe('faults', () => {
  test.beforeEach(({ page }) => page.goto('/'));

  for (const [name, fault] of [
    ['reset', { reset: true }],
    ['truncated', { truncated: true }],
  ] as const)
    test(`a fault with ${name} fails the request`, async ({ page, fake }) => {
      fake.mockServices.add({ title: 'Orders' });
      fake.faults.add({ operation: 'listMockServices', times: 1, ...fault });
      expect(await send(page, list)).toBe('TypeError');
      expect(await send(page, list)).toMatchObject({ status: 200 });
    });

  test('a fault with a delay delays the response', async ({ page, fake }) => {
    const fault = fake.faults.add({ operation: 'listMockServices', delay: '1h' });
    const answer = send(page, list);
    await fake.journal.waitFor({ operation: 'listMockServices' });
    expect(await Promise.race([answer, send(page, '/api/version.txt')])).toMatchObject({
      text: 'network: GET /api/version.txt',
    });
    fault.remove();
    expect(await answer).toBe('TypeError');
    fake.faults.add({ operation: 'listMockServices', delay: 20 });
    expect(await send(page, list)).toMatchObject({ status: 200 });
  });

  test('a fault with hang waits until the page aborts the request', async ({ page, fake }) => {
    fake.faults.add({ operation: 'listMockServices', hang: true });
    expect(
      await page.evaluate(async (url) => {
        try {
          return await fetch(url, { signal: AbortSignal.timeout(200) });
        } catch (error) {
          return (error as Error).name;
        }
      }, list),
    ).toBe('TimeoutError');
  });
});

test.describe('a base URL without a path', () => {
  test.use({ fakeOptions: { baseUrl: '/', assertClean: true, onUnhandled: 'error' } });

  test('documents, frames and files come from the application', async ({ page, fake }) => {
    const response = await page.goto('/configuration/workspaces');
    expect(await response?.text()).toContain('Application');
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = '/configuration/mock-services';
      document.body.append(frame);
    });
    await expect(page.frameLocator('iframe').getByText('Application')).toBeVisible();
    await page.addScriptTag({ url: '/workspace/one/script.js' });
    await page.addStyleTag({ url: '/configuration/workspaces?style.css' });
    expect(await send(page, '/texts.txt')).toMatchObject({ text: 'network: GET /texts.txt' });
    expect(fake.journal.entries()).toEqual([]);
    expect(await send(page, '/configuration/workspaces')).toMatchObject({ text: '{"data":[]}' });
    expect(fake.journal.entries()).toHaveLength(1);
  });
});

test.describe('a base URL of another origin', () => {
  const baseUrl = 'https://mocks.example.com/api';
  test.use({ fakeOptions: { baseUrl } });

  test('preflights are answered, and the page can read the response', async ({ page, fake }) => {
    const { id } = fake.mockServices.add({ title: 'Orders' });
    fake.faults.add({ operation: 'listMockServices', headers: { 'x-added': 'readable' } });
    await page.goto('/');
    const init = { headers: { ...json, authorization: 'Bearer test' }, credentials: 'include' } as const;
    expect(await send(page, `${baseUrl}/configuration/mock-services`, init)).toMatchObject({
      status: 200,
      header: 'readable',
    });
    const url = `${baseUrl}/configuration/mock-services/${id}`;
    expect(await send(page, url, { ...init, method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(fake.journal.entries().map(({ request }) => request.method)).toEqual(['GET', 'DELETE']);
  });
});
