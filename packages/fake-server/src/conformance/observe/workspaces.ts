/** Open points of workspaces (§3, §4 row 9, §8). */
import { dataIn, recordOf } from '../answer.ts';
import { open, type ConformanceCase } from '../case.ts';
import { sameId, sameInstant } from '../compare.ts';
import { Skip } from '../outcome.ts';
import { itemsOf, listedBy } from '../present-lists.ts';
import { configurations, hasExpired } from '../present-resources.ts';

export const observedWorkspaces: readonly ConformanceCase[] = [
  open({
    id: 'expiry',
    operation: 'listWorkspaces',
    observe: async (context) => {
      const expired = (await listedBy(context, 'listWorkspaces')).find(hasExpired);
      if (!expired) return { expiredListed: false, activityStatus: null };
      const { status } = await context.read('listActivity', { workspaceId: expired.id });
      return { expiredListed: true, activityStatus: status };
    },
  }),
  open({
    id: 'workspace-configuration-fields',
    operation: 'getWorkspaceConfiguration',
    observe: async (context) => {
      const pairs = (await configurations(context)).flatMap(({ listed: { item }, answer }) => {
        const configuration = recordOf(dataIn(answer));
        return configuration ? [{ item, configuration }] : [];
      });
      if (pairs.length === 0) throw new Skip('there is no configuration to look at');
      return {
        sameId: pairs.every(({ item, configuration }) => sameId(item['id'], configuration['id'])),
        sameCreatedAt: pairs.every(({ item, configuration }) =>
          sameInstant(item['createdAt'], configuration['createdAt']),
        ),
        nameIsTitle: pairs.every(({ item, configuration }) => item['name'] === configuration['title']),
      };
    },
  }),
  open({
    id: 'workspace-lifetime',
    operation: 'listWorkspaces',
    observe: async (context) => {
      const lifetimes = (await itemsOf(context, 'listWorkspaces'))
        .map((item) => recordOf(item) ?? {})
        .map(({ createdAt, expiresAt }) => Date.parse(String(expiresAt)) - Date.parse(String(createdAt)))
        .filter(Number.isFinite);
      if (lifetimes.length === 0) throw new Skip('no workspace has two timestamps');
      // Not spread into Math.min: a list may be longer than a call can have arguments.
      const [shortestMs = 0] = lifetimes.toSorted((a, b) => a - b);
      return { shortestMs, longestMs: lifetimes.toSorted((a, b) => b - a)[0] ?? 0 };
    },
  }),
];
