/** Tests of the whole application against a fake server, each with a fault that users meet. */
import { fakeTest } from '@mock-services/fake-server/vitest';
import { configure, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
import { App } from '../src/app.tsx';
import { scenarios } from '../src/scenarios.ts';

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Without retries, a test does not wait for the client's pauses between two attempts.
const test = fakeTest({ assertClean: true, client: { maxRetries: 0 } }).extend<{ open: () => void }>({
  open: async ({ client }, use) => {
    const pages: { unmount: () => void }[] = [];
    await use(() => void pages.push(render(<App client={client} />)));
    for (const page of pages) page.unmount();
  },
});

const titles = (): (string | null)[] =>
  within(screen.getByRole('region', { name: 'Configurations' }))
    .queryAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'));

const press = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }));
};

const rename = async (title: string, to: string): Promise<void> => {
  await press(`Rename ${title}`);
  fireEvent.change(screen.getByLabelText(`New title of ${title}`), { target: { value: to } });
  await press('Save');
};

test('a mock service can be renamed', async ({ fake, open }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.mockServices.add({ title: 'Carts' });
  open();

  await rename('Orders', 'Bestellungen');

  await screen.findByRole('button', { name: 'Rename Bestellungen' });
  expect(titles()).toEqual(['Bestellungen', 'Carts']);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('after a lost response, the list shows the title that was stored', async ({ fake, open }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.faults.add({ operation: 'updateMockService', reset: true, takesEffect: true });
  open();

  await rename('Orders', 'Bestellungen');

  expect((await screen.findByRole('alert')).textContent).toContain('The response was lost.');
  await screen.findByRole('button', { name: 'Rename Bestellungen' });
});

test('a refused rename keeps what the user has typed', async ({ fake, open }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.faults.add({ operation: 'updateMockService', status: 422, times: 1 });
  open();

  await rename('Orders', 'Bestellungen');
  expect((await screen.findByRole('alert')).textContent).toContain('refused the request (422)');
  await press('Save');

  await screen.findByRole('button', { name: 'Rename Bestellungen' });
});

test('while the list is slow, the page does not say that it is empty', async ({ fake, open }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.workspaces.add({ name: 'Checkout' });
  fake.faults.add({ operation: 'listMockServices', delay: 300, times: 1 });
  open();

  expect(screen.getByText('Loading the mock services…')).toBeTruthy();
  await screen.findByText('No exchange failed.');
  expect(screen.queryByText('There are no mock services.')).toBeNull();

  await screen.findByText('Orders');
  expect(screen.queryByText('Loading the mock services…')).toBeNull();
});

test('if the service refuses to delete a mock service, it stays in the list', async ({ fake, open }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.faults.add({ operation: 'deleteMockService', status: 403, times: 1 });
  open();

  await press('Delete Orders');
  expect((await screen.findByRole('alert')).textContent).toContain('refused the request (403)');
  expect(titles()).toEqual(['Orders']);

  await press('Delete Orders');
  await screen.findByText('There are no mock services.');
  expect(fake).toHaveReceived('deleteMockService', {}, { times: 2 });
});

test('a new failed exchange appears, even if one read of the log fails', async ({ fake, open }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { id } = fake.workspaces.add({ name: 'Checkout' });
  const url = 'https://payments.example.com/payments';
  fake.activity.record(id, { request: { url }, response: { statusCode: 200 } });
  open();
  await screen.findByText('No exchange failed.');

  fake.activity.record(id, { request: { method: 'POST', url }, response: { statusCode: 503 } });
  fake.faults.add({ operation: 'listActivity', reset: true, times: 1 });
  vi.advanceTimersByTime(2000);
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');

  vi.advanceTimersByTime(2000);
  await screen.findByText(`POST ${url}`);
  expect(screen.queryByRole('alert')).toBeNull();
});

const scenarioTest = fakeTest({ scenarios, scenario: 'service down', client: { maxRetries: 0 } });

scenarioTest('a scenario of the page is a state of a test, too', async ({ fake, client }) => {
  const { unmount } = render(<App client={client} />);
  onTestFinished(unmount);
  expect((await screen.findByRole('alert')).textContent).toContain('503');

  fake.scenario('empty');
  await press('Try again');

  await screen.findByText('There are no mock services.');
});
