import {
  activityEntry,
  mockService,
  type ActivityEntry,
  type MockService,
} from '@mock-services/sdk/contract';
import { importPeer } from '../../../tools/bench/peers.ts';
import type { Store } from './map-handlers.ts';
import { mockServices } from './samples.ts';

/** As much of a collection of @msw/data as is used here. */
interface Collection<Item> {
  readonly create: (item: Item) => Promise<Item>;
  readonly findFirst: (query: (q: Query) => unknown) => Item | undefined;
  readonly findMany: () => Item[];
  readonly clear: () => void;
}

interface Query {
  readonly where: (fields: object) => unknown;
}

interface Library {
  readonly Collection: new <Item>(options: { readonly schema: unknown }) => Collection<Item>;
}

/** Mock services in @msw/data. Peers have to be installed. */
export async function mswDataStore(count: number): Promise<Store> {
  const { Collection } = await importPeer<Library>('@msw/data');
  const rows = new Collection<MockService>({ schema: mockService });
  for (const service of mockServices(count)) await rows.create(service);
  return {
    get: (id) => rows.findFirst((q) => q.where({ id })),
    list: () => rows.findMany(),
    add: (service) => rows.create(service),
  };
}

/** A log in @msw/data. */
export async function mswDataLog(): Promise<Collection<ActivityEntry>> {
  const { Collection } = await importPeer<Library>('@msw/data');
  return new Collection<ActivityEntry>({ schema: activityEntry });
}
