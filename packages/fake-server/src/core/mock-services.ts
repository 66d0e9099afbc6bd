import { mockService as schema, type MockService } from '@mock-services/sdk/contract';
import { atomically, conforming, given, refuseTaken, type Draft } from './arrange.ts';
import { arrangeError } from './arrange-error.ts';
import { configOf, type ConfigDraft } from './configuration-draft.ts';
import { decode } from './json.ts';
import { storeMockService } from './stored.ts';
import type { World } from './world.ts';

/** A mock service of which any field may be left out. Fields that the interface does not name are kept. */
export type MockServiceDraft = Draft<Omit<MockService, 'config'>> & {
  readonly config?: ConfigDraft | undefined;
};

/** The mock services of a fake server, to arrange and to look at without a request. What is returned is a copy. */
export interface ArrangedMockServices {
  /**
   * Adds a mock service at the end of the list. What is left out is filled in: the next identifier, type `REST`, a
   * title, a configuration in which nothing is configured, and the time (§2.2).
   *
   * @throws {ArrangeError} when the whole is not what the interface describes, or the id is taken.
   *
   * @example
   * ```ts
   * const { id } = fake.mockServices.add({ title: 'Catalogue', config: { cors: { allowedMethods: ['GET'] } } });
   * await client.mockServices.get(id);
   * ```
   */
  readonly add: (draft?: MockServiceDraft) => MockService;
  /** The mock service with an id in any letter case; `undefined` when there is none. */
  readonly get: (id: string) => MockService | undefined;
  /** All mock services with their configurations, in list order. */
  readonly list: () => MockService[];
  /**
   * Changes the fields that are given, where the mock service stands in the list, and sets `updatedAt` to the time
   * unless that is given too. Lists are replaced as a whole. The id stays.
   *
   * @throws {ArrangeError} when there is none with this id, or the whole is not what the interface describes.
   */
  readonly update: (id: string, changes: Omit<MockServiceDraft, 'id'>) => MockService;
  /** Removes a mock service. Returns whether there was one. */
  readonly remove: (id: string) => boolean;
}

export function arrangeMockServices(world: World): ArrangedMockServices {
  const { mockServices: table, ids, clock } = world;

  const store = (service: MockService): MockService => {
    const stored = storeMockService(service);
    table.set(service.id, stored);
    return decode(stored.full);
  };

  const add = (draft: MockServiceDraft = {}): MockService => {
    const call = 'mockServices.add';
    const fields = given(call, draft);
    const id = fields.id ?? ids.uuid((taken) => table.has(taken));
    const now = clock.stamp();
    const defaults = { id, type: 'REST', title: 'Mock service', config: configOf(call, fields.config) };
    const times = { createdAt: now, updatedAt: fields.createdAt ?? now };
    const service = { ...defaults, ...times, ...fields, config: defaults.config };
    conforming(call, schema, service);
    refuseTaken(call, table.has(id));
    return store(service);
  };

  const update = (id: string, changes: Omit<MockServiceDraft, 'id'>): MockService => {
    const call = 'mockServices.update';
    const found = table.get(id);
    if (!found) throw arrangeError(call, 'id', 'id of a mock service', 'another');
    const before = decode(found.full);
    const fields = given(call, changes);
    const config = configOf(call, fields.config, before.config);
    const after = { ...before, updatedAt: clock.stamp(), ...fields, config, id: found.id };
    return store(conforming(call, schema, after));
  };

  return {
    add: (draft) => atomically(world, () => add(draft)),
    get: (id) => {
      const found = table.get(id);
      return found && decode(found.full);
    },
    list: () => Array.from(table.values(), ({ full }) => decode(full)),
    update: (id, changes) => atomically(world, () => update(id, changes)),
    remove: (id) => {
      const exists = table.has(id);
      if (exists) table.delete(id);
      return exists;
    },
  };
}
