import { waitForActivity } from '@mock-services/sdk/activity';
import { client } from '../client.mjs';

export const dynamic = 'force-dynamic';

/** Next memoizes the `fetch` calls of a server component, but the client must retry, poll and read again. */
export default async function Page() {
  const { mockServices, workspaces } = client;
  const { data, attempts } = await workspaces.list().withResponse();
  const [{ id }] = await mockServices.list();
  await mockServices.modify(id, (old) => ({ ...old, title: 'Changed' }));
  const { title, type } = await mockServices.modify(id, (old) => ({ ...old, type: 'SOAP' }));
  const { request } = await waitForActivity(client, data[0].id, { path: '/later' }, { timeout: 5000 });
  const failure = await mockServices.get(data[0].id).catch((error) => `${error.name} ${error.status}`);
  return <p>{[`${attempts} attempts`, request.path, title, type, failure].join(', ')}</p>;
}
