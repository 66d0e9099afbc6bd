import { createFakeServer } from '@mock-services/fake-server';
import { createClient, type Workspace } from '@mock-services/sdk';
import { setupServer } from 'msw/node';

const fake = createFakeServer({});

export const server = setupServer(...fake.handlers);

export function listWorkspaces(): Promise<Workspace[]> {
  return createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch }).workspaces.list();
}
