import { createClient } from '@mock-services/sdk';
import { streamActivity } from '@mock-services/sdk/activity';

export async function count(baseUrl, workspaceId) {
  const client = createClient({ baseUrl, timeout: false, totalTimeout: false });
  let entries = 0;
  for await (const { request } of streamActivity(client, workspaceId))
    if (request.method !== '') entries += 1;
  return entries;
}
