import { createQueries } from '@mock-services/sdk/query';
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { client } from '../../client.mjs';
import { Titles } from './titles.jsx';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(createQueries(client).mockServices.list());
  return <Titles state={dehydrate(queryClient)} />;
}
