/** Journeys in a log of 5,000 exchanges. */
import { latencyOf } from '@mock-services/sdk/activity';
import { clipboard, copied, createShop, rowOf, test } from '../support/journey.ts';

test('a user can filter a log by search, status and time, and the figures follow', async ({
  open,
  expect,
}) => {
  const { fake, workspace, log } = createShop();
  const { page } = await open(fake, log);
  const all = fake.activity.list(workspace);
  const bodyOf = (base64: string) => Buffer.from(base64, 'base64').toString().toLowerCase();
  await page.getByText('5,000 exchanges').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('trail shoe');
  const withShoe = all.filter(({ response }) => bodyOf(response.bodyBase64Encoded).includes('trail shoe'));
  await page.getByText(`${withShoe.length.toLocaleString('en')} of 5,000 exchanges`).waitFor();

  await rowOf(page, 0).click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await expect.poll(() => exchange.locator('mark').first().innerText()).toMatch(/trail shoe/i);
  await exchange.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Search URLs').fill('');
  await page.getByLabel('Status', { exact: true }).selectOption('5xx');
  const failed = all.filter(({ response }) => response.statusCode >= 500);
  await page.getByText(`${failed.length} of 5,000 exchanges`).waitFor();

  // Drag over the last third of the chart.
  const box = await page.getByRole('img', { name: /requests? from/ }).boundingBox();
  if (box === null) throw new Error('The chart is not visible.');
  await page.mouse.move(box.x + (box.width * 2) / 3, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => page.url()).toContain('since=');
  const range = new URL(page.url()).searchParams;
  const inRange = failed.filter(
    ({ timestamp }) => timestamp >= (range.get('since') ?? '') && timestamp <= (range.get('until') ?? ''),
  );
  await page.getByText(`${inRange.length} of 5,000 exchanges`).waitFor();
  const { p50 } = latencyOf(inRange.map(({ response }) => response.responseTimeMs));
  await page.getByText(`p50 ${p50.toLocaleString('en')} ms`).waitFor();

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('5,000 exchanges').waitFor();

  // A part of a path, and a pattern for a whole path.
  for (const [path, pattern] of [
    ['CARTS/1', /carts\/1/i],
    ['/carts/*', /^\/carts\/[^/?]*$/],
    ['carts/:id/items', /carts\/[^/?]+\/items$/],
  ] as const) {
    await page.getByLabel('Path', { exact: true }).fill(path);
    const matching = all.filter(({ request }) => pattern.test(request.path));
    await page.getByText(`${matching.length.toLocaleString('en')} of 5,000 exchanges`).waitFor();
  }
});

test('the log shrinks with the log of the service, and says what was cleared', async ({ open, expect }) => {
  const { fake, workspace, log } = createShop(100);
  const { page, troubles } = await open(fake, log);
  const total = page.getByText(/^[\d,]+ exchanges?$/);
  await expect.poll(() => total.innerText()).toBe('100 exchanges');
  await rowOf(page, 0).click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.waitFor();

  // Another client clears the log.
  fake.activity.clear(workspace);
  await page.getByText('The service has cleared 100 exchanges. It now has 0 exchanges.').waitFor();
  await page.getByText('The log is empty').waitFor();
  await page.getByText('The log no longer contains the open exchange.').waitFor();
  await exchange.waitFor();
  await exchange.getByRole('button', { name: 'Close' }).click();
  fake.activity.record(workspace, { request: { path: '/first-after' } });
  await expect.poll(() => total.innerText()).toBe('1 exchange');
  await expect.poll(() => rowOf(page, 0).innerText()).toContain('/first-after');
  await page.getByText('The service has cleared 100 exchanges. It now has 1 exchange.').waitFor();
  expect(await page.getByRole('row').count()).toBe(2);

  await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await page.getByText('The service has cleared').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pause' }).click();
  fake.activity.clear(workspace);
  for (const path of ['/a', '/b']) fake.activity.record(workspace, { request: { path } });
  await page.getByText('2 new').waitFor();
  await page.getByText('The service has cleared 1 exchange.').waitFor();
  await expect.poll(() => rowOf(page, 0).innerText()).toContain('/first-after');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => total.innerText()).toBe('2 exchanges');
  expect(troubles).toEqual([]);
});

test('a link with ids in lower case opens an exchange that the service lists in upper case', async ({
  open,
  expect,
}) => {
  const { fake } = createShop(0);
  const [workspace, entry] = ['ABCDEF01-2345-4789-ABCD-EF0123456789', 'FEDCBA98-7654-4321-8FED-CBA987654321'];
  fake.workspaces.add({ id: workspace, name: 'Upper' });
  fake.activity.record(workspace, { id: entry, request: { path: '/upper' } });
  const service = fake.mockServices.add({ id: entry, title: 'Shouting' });
  const query = `?view=activity&workspace=${workspace}&entry=${entry}`.toLowerCase();
  const { page } = await open(fake, query);
  await page.getByRole('region', { name: 'Exchange' }).getByText('/upper').first().waitFor();
  await expect.poll(() => page.locator('[role=row][aria-selected=true]').count()).toBe(1);
  const select = page.getByLabel('Workspace', { exact: true });
  await expect
    .poll(() => select.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text))
    .toBe('Upper');
  await page.goto(`${page.url().replace(/\?.*/, '')}?view=services&mock=${service.id.toLowerCase()}`);
  await page.getByRole('heading', { name: 'Shouting' }).waitFor();
  await expect.poll(() => page.locator('[data-chosen=true]').innerText()).toContain('Shouting');
});

test('a shared link opens the same exchange and filters', async ({ open, expect }) => {
  const { fake, workspace, log } = createShop();
  const entry = fake.activity.list(workspace).find(({ response }) => response.statusCode === 503);
  const query = `${log}&status=503&sort=ms&search=payments&entry=${entry?.id}&since=toString&until=yesterday`;
  const { page, troubles } = await open(fake, query, { context: clipboard });
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.getByText('503', { exact: true }).waitFor();
  await exchange
    .getByText(entry?.request.path ?? '')
    .first()
    .waitFor();
  await page.getByText('since: expected an ISO 8601 UTC timestamp, or one of 5m, 1h, 24h').waitFor();
  await page.getByText('until: expected an ISO 8601 UTC timestamp').waitFor();
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('503');
  expect(await page.getByLabel('Search URLs').inputValue()).toBe('payments');
  await expect.poll(() => page.locator('[role=row][aria-selected=true]').count()).toBe(1);

  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied').waitFor();
  expect(await copied(page)).toBe(page.url());
  await page.goBack();
  await page.goForward();
  await exchange.getByText('503', { exact: true }).waitFor();
  expect(troubles).toEqual([]);
});

test('a user can download filtered exchanges without credentials, and clear the log', async ({
  open,
  expect,
}) => {
  const { fake, workspace, log } = createShop();
  const { page } = await open(fake, `${log}&status=5xx`);
  await page.getByText(/of 5,000 exchanges/).waitFor();
  await page.getByRole('button', { name: 'Download HAR' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Checkout-\d{4}-.*\.har$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { log: har } = JSON.parse(text) as { log: { entries: { response: { status: number } }[] } };
  const failed = fake.activity.list(workspace).filter(({ response }) => response.statusCode >= 500);
  expect(har.entries.length).toBe(failed.length);
  expect(text).not.toContain('demo-token-that-opens-nothing');

  await page.getByRole('button', { name: 'Clear log' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click();
  await page.getByText('Nothing has been recorded yet').waitFor();
  // The page does not report what its user has cleared.
  expect(await page.getByText('The service has cleared').count()).toBe(0);
  expect(fake.activity.list(workspace)).toEqual([]);
});

test('credentials are hidden in the log and in an exchange until the user shows them', async ({
  open,
  expect,
}) => {
  const { fake, workspace, log } = createShop(10);
  fake.activity.record(workspace, {
    request: {
      url: 'https://a.example/orders?page=2&access_token=hunter2',
      headers: { cookie: 'id=hunter2' },
    },
  });
  const { page } = await open(fake, log);
  await page.getByRole('row').filter({ hasText: 'orders?page=2' }).click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.getByText('REDACTED').first().waitFor();
  expect(await page.content()).not.toContain('hunter2');
  await exchange.getByRole('button', { name: 'Show credentials' }).click();
  await exchange.getByText('id=hunter2').waitFor();
  await exchange.getByRole('heading', { level: 2 }).getByText('hunter2').waitFor();
});

test('a body is shown as JSON, text or an image, or else as its size and a link that saves it', async ({
  open,
  expect,
}) => {
  const { fake, workspace, log } = createShop(10);
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const record = (path: string, type: string, bodyBase64Encoded: string) =>
    fake.activity.record(workspace, {
      request: { path },
      response: { headers: { 'content-type': type }, bodyBase64Encoded },
    });
  record(
    '/a.json',
    'application/json',
    btoa('{"deep":{"list":[1,{"größe":"\\u202e"}]},"n":12345678901234567890}'),
  );
  record('/b.txt', 'text/plain', btoa(`<script>alert(1)</script>${'x'.repeat(20_000)}`));
  record('/c.png', 'image/png', png);
  record('/d.zip', 'application/zip', btoa('PK\u0003\u0004\u0000\u0000\u0000\u0000'));
  record('/e', 'application/json', 'not base64!');
  const { page, troubles } = await open(fake, log);
  const exchange = page.getByRole('region', { name: 'Exchange' });
  const show = async (path: string) => {
    await page.getByRole('row').filter({ hasText: path }).click();
    await exchange.getByRole('heading', { level: 2 }).getByText(path).waitFor();
  };
  await show('/a.json');
  const tree = exchange.getByRole('group', { name: 'Response body, JSON' });
  await expect.poll(() => tree.innerText()).toContain('[U+202E]');
  await expect.poll(() => tree.innerText()).toContain('rounded; “Show as text” shows');
  await exchange.getByRole('button', { name: 'Show as text' }).click();
  await exchange.getByRole('group', { name: 'Response body, text' }).waitFor();
  await show('/b.txt');
  await exchange.getByText('<script>alert(1)</script>').waitFor();
  await exchange.getByRole('button', { name: 'Show 8,000 more' }).click();
  await show('/c.png');
  await expect
    .poll(() => exchange.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  await show('/d.zip');
  await exchange.getByText('8 bytes, application/zip').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exchange.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('d.zip');
  await show('/e');
  await exchange.getByText('The recorded body is not valid Base64.').waitFor();
  await exchange.getByText('not base64!').waitFor();
  expect(troubles).toEqual([]);
});
