import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createClient } from '@mock-services/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createCache } from '../../src/data/queries.ts';
import { ConnectionProvider } from '../../src/service/connection.ts';
import { followHealth } from '../../src/service/health.ts';
import { TokenForm } from '../../src/service/token-form.tsx';
import { show } from '../support/show.tsx';

const connection = {
  client: createClient({ baseUrl: 'https://service.example' }),
  address: '',
  world: undefined,
  isDemo: false,
  fake: undefined,
  detectFake: () => Promise.resolve(),
  health: followHealth(),
  now: Date.now,
};

function Data({ read }: { readonly read: (signal: AbortSignal) => Promise<string> }) {
  const { data = 'nothing' } = useQuery({ queryKey: ['data'], queryFn: ({ signal }) => read(signal) });
  return <p>{`Data: ${data}`}</p>;
}

test('an entered token applies to data that the page is still reading for the first time', async () => {
  const accept = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  onTestFinished(() => accept.mockRestore());
  const signals: AbortSignal[] = [];
  const read = (signal: AbortSignal): Promise<string> =>
    signals.push(signal) === 1 ? new Promise(() => {}) : Promise.resolve('read with the token');
  await show(
    <ConnectionProvider value={connection}>
      <QueryClientProvider client={createCache()}>
        <TokenForm isRejected={false} />
        <Data read={read} />
      </QueryClientProvider>
    </ConnectionProvider>,
  );
  await userEvent.fill(page.getByLabelText('Token for the service'), 'secret');
  await userEvent.click(page.getByRole('button', { name: 'Use token' }));
  await expect.element(page.getByText('Data: read with the token')).toBeInTheDocument();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});
