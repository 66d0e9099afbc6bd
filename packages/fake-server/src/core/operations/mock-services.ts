/** What the five operations on mock services do (§4, rows 3 to 7). */
import { decode, encode, envelope } from '../store/json.ts';
import type { Call, Outcome, Resolver } from './resolver.ts';
import { mockServiceOf, storeMockService } from '../store/stored.ts';
import { unknownId } from './unknown-id.ts';

export const listMockServices: Resolver<'listMockServices'> = ({ world }) => world.lists.mockServices.text;

export const getMockService: Resolver<'getMockService'> = ({ params, world }) => {
  const found = world.mockServices.get(params.mockServiceId);
  return found ? envelope(found.full) : unknownId('mock service', params.mockServiceId);
};

export const createMockService: Resolver<'createMockService'> = ({ body, world }) => {
  const id = world.ids.uuid((taken) => world.mockServices.has(taken));
  const now = world.clock.stamp();
  world.mockServices.set(id, storeMockService(mockServiceOf(body, { id, createdAt: now, updatedAt: now })));
  return encode({ id });
};

export function updateMockService(call: Call<'updateMockService'>): Outcome<'updateMockService'> {
  const { params, body, world, options } = call;
  const found = world.mockServices.get(params.mockServiceId);
  if (!found) return unknownId('mock service', params.mockServiceId);
  const { id, createdAt } = found;
  const now = world.clock.stamp();
  const updatedAt = options.updatedAt === 'stays' ? decode(found.full).updatedAt : now;
  const updated = storeMockService(mockServiceOf(body.data, { id, createdAt, updatedAt }));
  world.mockServices.set(id, updated);
  return envelope(updated.full);
}

export const deleteMockService: Resolver<'deleteMockService'> = ({ params, world, options }) => {
  const exists = world.mockServices.has(params.mockServiceId);
  if (!exists && options.repeatedDelete === 'accepted') return undefined;
  if (!exists) return unknownId('mock service', params.mockServiceId);
  world.mockServices.delete(params.mockServiceId);
  world.clock.stamp();
  return undefined;
};
