import type { OperationId } from '@mock-services/sdk/contract';
import {
  createMockService,
  deleteMockService,
  getMockService,
  listMockServices,
  updateMockService,
} from './mock-services.ts';
import type { Resolver } from './resolver.ts';
import { clearActivity, getWorkspaceConfiguration, listActivity, listWorkspaces } from './workspaces.ts';

/** A resolver for every operation: one that is missing, or too many, fails to compile. */
export const resolvers: { readonly [Id in OperationId]: Resolver<Id> } = {
  listActivity,
  clearActivity,
  listMockServices,
  getMockService,
  createMockService,
  updateMockService,
  deleteMockService,
  listWorkspaces,
  getWorkspaceConfiguration,
};
