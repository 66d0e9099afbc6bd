import { createFakeServer } from '@mock-services/fake-server';
import { startFake, type StartedFake } from '@mock-services/fake-server/browser';
import { createClient, type Workspace } from '@mock-services/sdk';
import { setupServer } from 'msw/node';

const fake = createFakeServer({});

export const server = setupServer(...fake.handlers);

export function listWorkspaces(): Promise<Workspace[]> {
  return createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch }).workspaces.list();
}

export async function startInPage(): Promise<StartedFake['fake']> {
  const { fake: started, stop } = await startFake({ persist: 'shop', worker: { url: '/worker.js' } });
  await stop();
  // @ts-expect-error `onUnhandled` has no such value
  await startFake({ onUnhandled: 'ignore' });
  return started;
}
