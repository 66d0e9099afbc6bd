/** Reads of the run's own mock services: nobody else changes those, so everything about them can be expected. */
import { dataIn, recordOf, type Answer } from './answer.ts';
import { sameId } from './compare.ts';
import type { ConformanceContext } from './context.ts';
import { expectList, expectResource } from './expect.ts';
import { Failure, Skip } from './outcome.ts';

type Resource = Readonly<Record<string, unknown>>;

/** A mock service as it is now. Fails when it cannot be read. */
export async function readOwn(
  context: ConformanceContext,
  mockServiceId: string,
): Promise<{ readonly answer: Answer; readonly resource: Resource }> {
  const answer = await context.send('getMockService', { params: { mockServiceId } });
  return { answer, resource: expectResource(answer) };
}

/** The one item with an identifier in the list as it is now. Skips when it may be on another page. */
export async function listOwn(context: ConformanceContext, id: string): Promise<Resource> {
  const answer = await context.send('listMockServices');
  const items = itemsWithId(expectList(answer), id);
  const [item] = items;
  if (item && items.length === 1) return item;
  if (!item) skipIfPaged(answer);
  throw new Failure(`${answer.request}: expected one item with the new identifier, received ${items.length}`);
}

/** Fails when an identifier is in the list as it is now. */
export async function expectUnlisted(context: ConformanceContext, id: string): Promise<void> {
  const answer = await context.send('listMockServices');
  if (itemsWithId(expectList(answer), id).length > 0) {
    throw new Failure(`${answer.request}: expected no item with the deleted identifier, received one`);
  }
}

/** The items of the list as it is now that have a title. */
export async function listTitled(context: ConformanceContext, title: string): Promise<Resource[]> {
  const items = expectList(await context.send('listMockServices'));
  return items.flatMap((item) => {
    const record = recordOf(item);
    return record && record['title'] === title ? [record] : [];
  });
}

function itemsWithId(items: readonly unknown[], id: string): Resource[] {
  return items.flatMap((item) => {
    const record = recordOf(item);
    return record && sameId(record['id'], id) ? [record] : [];
  });
}

/** What may be a sign that a list is only one page of more: fields next to `data`, and a `Link` header. */
export function pagingSigns(answer: Answer): string[] {
  const { body, headers } = answer;
  const fields = body.kind === 'json' ? Object.keys(recordOf(body.value) ?? {}) : [];
  const signs = fields.filter((field) => field !== 'data' && dataIn(answer) !== undefined);
  return headers.has('link') ? [...signs, 'link'] : signs;
}

function skipIfPaged(answer: Answer): void {
  const words = /page|next|prev|cursor|offset|limit|total|count|more|link|meta/i;
  const signs = pagingSigns(answer).filter((sign) => words.test(sign));
  if (signs.length === 0) return;
  throw new Skip(`the list may be paged, and how is open (${signs.join(', ')}): ${answer.request}`);
}
