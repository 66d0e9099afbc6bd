import { toCurl } from '@mock-services/sdk/activity';
import { test } from '../support/harness.ts';

/** JSON that exceeds the length of a command's argument, with quotes and other special characters of shells. */
const long = JSON.stringify(
  Array.from({ length: 100_000 }, (_, id) => ({ id, name: `it's "${id}" $HOME \\` })),
);

test('a request of several megabytes is copied as cURL completely, by a worker', async ({
  open,
  startService,
  expect,
}) => {
  const { fake, logQuery } = await startService();
  const { id } = fake.workspaces.add({ name: 'Uploads' });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer secret-token' };
  const entry = fake.activity.record(id, {
    request: { method: 'POST', path: '/uploads', headers, body: long },
  });
  const { page, troubles } = await open({
    query: `${logQuery(id)}&entry=${entry.id}`,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  const copy = page.getByRole('button', { name: 'Copy as cURL' });
  await copy.waitFor();
  await page.evaluate(() => {
    globalThis.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        this.addEventListener('error', () => void reportViolation('the worker failed'));
      }
    };
  });
  const [worker] = await Promise.all([page.waitForEvent('worker'), copy.click()]);
  expect(worker.url()).toMatch(/\/assets\/message-[\w-]+\.js$/);
  await page.getByText('Copied; credentials are left out').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.length).toBeGreaterThan(long.length);
  // Not `toEqual`: a difference of megabytes is nothing to print.
  expect(copied === toCurl(entry)).toBe(true);
  expect(troubles).toEqual([]);
});
