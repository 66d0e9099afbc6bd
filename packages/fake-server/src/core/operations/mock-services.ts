/** The five operations on mock services (§4, rows 3 to 7). */
import { encode, envelope } from '../store/json.ts';
import type { Resolver } from './resolver.ts';
import { unknownId } from './unknown-id.ts';

export const listMockServices: Resolver<'listMockServices'> = ({ lists }) => lists.mockServices;

export const getMockService: Resolver<'getMockService'> = ({ params, store }) => {
  const found = store.mockServices.rows.get(params.mockServiceId);
  return found ? envelope(found.full) : unknownId('mock service', params.mockServiceId);
};

export const createMockService: Resolver<'createMockService'> = ({ body, store }) =>
  encode({ id: store.mockServices.create(body).id });

export const updateMockService: Resolver<'updateMockService'> = ({ params, body, store }) => {
  const updated = store.mockServices.replace(params.mockServiceId, body.data);
  return updated ? envelope(updated.full) : unknownId('mock service', params.mockServiceId);
};

export const deleteMockService: Resolver<'deleteMockService'> = ({ params, store, options }) => {
  const existed = store.mockServices.delete(params.mockServiceId);
  if (existed || options.repeatedDelete === 'accepted') return undefined;
  return unknownId('mock service', params.mockServiceId);
};
