/** Open points of the lists (§4). */
import { dataIn, recordOf } from '../answer.ts';
import { open, type ConformanceCase } from '../case.ts';
import type { ConformanceContext } from '../context.ts';
import type { ObservedOrder } from '../observations.ts';
import { pagingSigns } from '../own-reads.ts';
import { logs } from '../present-resources.ts';

/** Shorter lists are in some alphabetical order by chance too often. */
const telling = 5;

const lists = ['listMockServices', 'listWorkspaces'] as const;

export const observedLists: readonly ConformanceCase[] = [
  open({
    id: 'query-parameters',
    observe: async (context) => {
      const query = { conformance: 'unknown' };
      const [services, workspaces] = [
        await context.send('listMockServices', { query }),
        await context.send('listWorkspaces', { query }),
      ];
      return {
        unknownParameter: { listMockServices: services.status, listWorkspaces: workspaces.status },
      };
    },
  }),
  open({
    id: 'pagination',
    observe: async (context) => {
      const answers = [await context.read('listMockServices'), await context.read('listWorkspaces')];
      return {
        signs: [...new Set(answers.flatMap(pagingSigns))],
        limitHonoured: await limitHonoured(context),
      };
    },
  }),
  open({
    id: 'list-order',
    observe: async (context) => {
      const found = await logs(context).catch(() => []);
      // The longest log tells most.
      const [log] = found.map(({ answer }) => dataIn(answer)).toSorted((a, b) => lengthOf(b) - lengthOf(a));
      return {
        listMockServices: orderOf(dataIn(await context.read('listMockServices'))),
        listWorkspaces: orderOf(dataIn(await context.read('listWorkspaces'))),
        listActivity: orderOf(log),
      };
    },
  }),
];

async function limitHonoured(context: ConformanceContext): Promise<boolean | null> {
  for (const operation of lists) {
    if (lengthOf(dataIn(await context.read(operation))) < 2) continue;
    const limited = dataIn(await context.send(operation, { query: { limit: '1' } }));
    return lengthOf(limited) === 1;
  }
  return null;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function orderOf(list: unknown): ObservedOrder {
  if (!Array.isArray(list)) return 'not seen';
  if (list.length < 2) return 'too short';
  const items = list.map((item) => recordOf(item) ?? {});
  const times = items.map((item) => Date.parse(String(item['createdAt'] ?? item['timestamp'])));
  if (ascending(times)) return 'oldest first';
  if (ascending(times.toReversed())) return 'newest first';
  if (items.length < telling) return 'other';
  if (ascending(items.map(({ id }) => String(id)))) return 'by id';
  if (ascending(items.map((item) => String(item['title'] ?? item['name'])))) return 'by name';
  return 'other';
}

function ascending(values: readonly (string | number)[]): boolean {
  return values.every((value, i) => i === 0 || (values[i - 1] ?? value) <= value);
}
