/** What the lists had before the run. */
import { dataIn, recordOf } from './answer.ts';
import type { ConformanceContext } from './context.ts';
import { Skip } from './outcome.ts';

/** An item of a list that can be read by its identifier. */
export interface Listed {
  readonly id: string;
  readonly item: Readonly<Record<string, unknown>>;
}

/** The lists whose items have identifiers to read on with. */
export type ListOperation = 'listMockServices' | 'listWorkspaces';

/** The items of a list. Skips when there is no list, or nothing in it. */
export async function itemsOf(context: ConformanceContext, operation: ListOperation): Promise<unknown[]> {
  const answer = await context.read(operation);
  const items = dataIn(answer);
  if (!Array.isArray(items)) throw new Skip(`there is no list to look at: ${answer.request}`);
  if (items.length === 0) throw new Skip(`the list is empty: ${answer.request}`);
  return items as unknown[];
}

/** The items of a list that can be read one by one. Skips when there are none. */
export async function listedBy(context: ConformanceContext, operation: ListOperation): Promise<Listed[]> {
  const found = identified(await itemsOf(context, operation));
  if (found.length === 0) throw new Skip('no item of the list has an identifier');
  return found;
}

/** The items that have an identifier with which a path can be made. */
export function identified(items: readonly unknown[]): Listed[] {
  return items.flatMap((value) => {
    const item = recordOf(value);
    const id = item?.['id'];
    return item && typeof id === 'string' && !/^\.{0,2}$/.test(id) ? [{ id, item }] : [];
  });
}

/** One after the other: a service may not like many requests at once. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  use: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await use(item));
  return results;
}
