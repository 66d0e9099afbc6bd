import { createClient } from '@mock-services/sdk';
import { waitForActivity } from '@mock-services/sdk/activity';
import { input } from './input.mjs';

// The run changes a mock service in `colleague`, without this page.
window.run = async (workspace) => {
  const client = createClient({ baseUrl: location.origin, token: 'first' });
  const other = createClient({ baseUrl: location.origin, token: 'second' });
  const { mockServices, workspaces } = client;
  const before = (await mockServices.list()).length;
  const { id } = await mockServices.create(input);
  const added = (await mockServices.list()).length - before;
  await mockServices.get(id);
  await window.colleague(id);
  const { config } = await mockServices.modify(id, (old) => ({ ...old, title: 'New' }));
  await workspaces.list();
  const names = (await other.workspaces.list()).map(({ name }) => name);
  await client.activity.list(workspace);
  const waiting = waitForActivity(client, workspace, { path: '/later' }, { interval: 50, timeout: 5000 });
  const found = await waiting.then(
    ({ request }) => request.path,
    (error) => error.message,
  );
  const failure = await mockServices.get(crypto.randomUUID()).catch((error) => error.status);
  return { added, methods: config.cors.allowedMethods, names, found, failure };
};
