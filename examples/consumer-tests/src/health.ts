/** Summary of the shop's calls in a workspace, for a dashboard or the end of a test run. */
import type { Client } from '@mock-services/sdk';
import { summarize } from '@mock-services/sdk/activity';

/**
 * Returns a line for each route that was called, the most frequent first.
 *
 * @throws {Error} if no workspace has this name. The message lists the existing names.
 */
export async function healthOf(client: Client, workspaceName: string): Promise<string[]> {
  const workspaces = await client.workspaces.list();
  const workspace = workspaces.find(({ name }) => name === workspaceName);
  if (workspace === undefined) {
    throw new Error(
      `No workspace has the name ${workspaceName}. The workspaces are ${workspaces.map(({ name }) => name).join(', ')}.`,
    );
  }
  const { routes } = summarize(await client.activity.list(workspace.id));
  return routes.map(({ method, route, count, errors, latency }) =>
    [`${method} ${route}: ${count} calls`, `${errors} failed`, `90 % within ${latency.p90} ms`].join(', '),
  );
}
