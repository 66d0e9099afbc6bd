import { parseActivity } from '@mock-services/sdk/activity';

export async function count(baseUrl, workspaceId) {
  const { body } = await fetch(`${baseUrl}/workspace/${workspaceId}/activity`);
  let entries = 0;
  for await (const { request } of parseActivity(body)) if (request.method !== '') entries += 1;
  return entries;
}
