/** Open points about workspaces (§3, §4 row 9, §8). */
import { open, type ConformanceCase } from '../case.ts';
import { sameId, sameInstant } from '../expect.ts';
import { Skip } from '../outcome.ts';
import { hasExpired, identifiedItems, listedItems, readWorkspaces } from '../service/existing.ts';
import { dataOf, recordOf } from '../service/http.ts';

export const openWorkspaceCases: readonly ConformanceCase[] = [
  open({
    id: 'expiry',
    operation: 'listWorkspaces',
    observe: async (context) => {
      const expired = (await identifiedItems(context, 'listWorkspaces')).find(hasExpired);
      if (!expired) return { expiredListed: false, activityStatus: null };
      const { status } = await context.read('listActivity', { workspaceId: expired.id });
      return { expiredListed: true, activityStatus: status };
    },
  }),
  open({
    id: 'workspace-configuration-fields',
    operation: 'getWorkspaceConfiguration',
    observe: async (context) => {
      const pairs = (await readWorkspaces(context, 'getWorkspaceConfiguration')).flatMap(
        ({ item, response }) => {
          const configuration = recordOf(dataOf(response));
          return configuration ? [{ workspace: item.fields, configuration }] : [];
        },
      );
      if (pairs.length === 0) throw new Skip('no configuration can be read');
      return {
        sameId: pairs.every(({ workspace, configuration }) => sameId(workspace['id'], configuration['id'])),
        sameCreatedAt: pairs.every(({ workspace, configuration }) =>
          sameInstant(workspace['createdAt'], configuration['createdAt']),
        ),
        nameIsTitle: pairs.every(
          ({ workspace, configuration }) => workspace['name'] === configuration['title'],
        ),
      };
    },
  }),
  open({
    id: 'workspace-lifetime',
    operation: 'listWorkspaces',
    observe: async (context) => {
      const lifetimes = (await listedItems(context, 'listWorkspaces'))
        .map((item) => recordOf(item) ?? {})
        .map(({ createdAt, expiresAt }) => Date.parse(String(expiresAt)) - Date.parse(String(createdAt)))
        .filter(Number.isFinite)
        .toSorted((a, b) => a - b);
      const [shortestMs] = lifetimes;
      if (shortestMs === undefined) throw new Skip('no workspace has two timestamps');
      return { shortestMs, longestMs: lifetimes.at(-1) ?? shortestMs };
    },
  }),
];
