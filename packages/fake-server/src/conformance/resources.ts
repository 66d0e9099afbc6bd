/** Every resource that was read, with its schema: for what holds of all of them. */
import {
  activityEntry,
  mockService,
  mockServiceSummary,
  workspace,
  type Schema,
} from '@mock-services/sdk/contract';
import { dataIn, type Answer } from './answer.ts';
import type { ConformanceContext } from './context.ts';
import { Skip } from './outcome.ts';
import { itemsOf } from './present-lists.ts';
import { configurations, entries, services } from './present-resources.ts';

/** A resource with the kind of thing it is. */
export interface Seen {
  readonly kind: 'mock service summary' | 'mock service' | 'workspace' | 'activity entry' | 'configuration';
  readonly schema: Schema;
  readonly value: unknown;
}

/** All that can be read; a part that is not there is left out. Skips when there is nothing. */
export async function everything(context: ConformanceContext): Promise<Seen[]> {
  const of = (kind: Seen['kind'], schema: Schema) => (values: readonly unknown[]) =>
    values.map((value) => ({ kind, schema, value }));
  const data = (found: readonly { readonly answer: Answer }[]) =>
    found.map(({ answer }) => dataIn(answer)).filter((value) => value !== undefined);
  const seen = [
    ...(await orNothing(
      itemsOf(context, 'listMockServices').then(of('mock service summary', mockServiceSummary)),
    )),
    ...(await orNothing(services(context).then(data).then(of('mock service', mockService)))),
    ...(await orNothing(itemsOf(context, 'listWorkspaces').then(of('workspace', workspace)))),
    ...(await orNothing(configurations(context).then(data).then(of('configuration', mockService)))),
    ...(await orNothing(entries(context).then(of('activity entry', activityEntry)))),
  ];
  if (seen.length === 0) throw new Skip('there is no resource to look at');
  return seen;
}

async function orNothing(seen: Promise<Seen[]>): Promise<Seen[]> {
  try {
    return await seen;
  } catch {
    // Why it cannot be read is for the case of that read to say.
    return [];
  }
}
