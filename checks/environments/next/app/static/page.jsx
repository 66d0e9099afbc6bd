import { client } from '../../client.mjs';

/** Without `dynamic`, Next renders a page while it builds, unless the page must not be cached. */
export default async function Page() {
  const all = await client.mockServices.list();
  return <p>{all.map(({ title }) => title).join(', ')}</p>;
}
