/** Open points about lists (§4). */
import { open, type ConformanceCase } from '../case.ts';
import type { ObservedOrder } from '../profile.ts';
import type { ConformanceContext } from '../service/context.ts';
import { readWorkspaces } from '../service/existing.ts';
import { listOf, recordOf } from '../service/http.ts';
import { pagingSigns } from '../service/scratch-requests.ts';

/** Shorter lists are too often in alphabetical order by accident. */
const minAlphabetical = 5;

export const openListCases: readonly ConformanceCase[] = [
  open({
    id: 'query-parameters',
    observe: async (context) => {
      const query = { conformance: 'unknown' };
      const { status: listMockServices } = await context.send('listMockServices', { query });
      const { status: listWorkspaces } = await context.send('listWorkspaces', { query });
      return { unknownParameter: { listMockServices, listWorkspaces } };
    },
  }),
  open({
    id: 'pagination',
    observe: async (context) => {
      const responses = [await context.read('listMockServices'), await context.read('listWorkspaces')];
      return {
        signs: [...new Set(responses.flatMap(pagingSigns))],
        limitHonoured: await isLimitHonoured(context),
      };
    },
  }),
  open({
    id: 'list-order',
    observe: async (context) => {
      const logs = (await readWorkspaces(context, 'listActivity').catch(() => [])).map(({ response }) =>
        listOf(response),
      );
      const [longest] = logs.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0));
      return {
        listMockServices: orderOf(listOf(await context.read('listMockServices'))),
        listWorkspaces: orderOf(listOf(await context.read('listWorkspaces'))),
        listActivity: orderOf(longest),
      };
    },
  }),
];

async function isLimitHonoured(context: ConformanceContext): Promise<boolean | null> {
  for (const operation of ['listMockServices', 'listWorkspaces'] as const) {
    const list = listOf(await context.read(operation));
    if (list === undefined || list.length < 2) continue;
    return listOf(await context.send(operation, { query: { limit: '1' } }))?.length === 1;
  }
  return null;
}

function orderOf(list: readonly unknown[] | undefined): ObservedOrder {
  if (list === undefined) return 'not seen';
  if (list.length < 2) return 'too short';
  const items = list.map((item) => recordOf(item) ?? {});
  const times = items.map((item) => Date.parse(String(item['createdAt'] ?? item['timestamp'])));
  if (isAscending(times)) return 'oldest first';
  if (isAscending(times.toReversed())) return 'newest first';
  if (items.length < minAlphabetical) return 'other';
  if (isAscending(items.map(({ id }) => String(id)))) return 'by id';
  if (isAscending(items.map((item) => String(item['title'] ?? item['name'])))) return 'by name';
  return 'other';
}

function isAscending(values: readonly (string | number)[]): boolean {
  return values.every((value, i) => i === 0 || (values[i - 1] ?? value) <= value);
}
