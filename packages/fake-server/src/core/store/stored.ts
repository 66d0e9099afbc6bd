/** Resources as the world holds them: text that nobody can change from outside, made once per write. */
import type {
  MockService,
  MockServiceInput,
  MockServiceSummary,
  Workspace,
} from '@mock-services/sdk/contract';
import { encode, type Json } from './json.ts';

export interface StoredMockService {
  readonly id: string;
  readonly createdAt: string;
  readonly full: Json<MockService>;
  readonly summary: Json<MockServiceSummary>;
}

export interface StoredWorkspace {
  readonly json: Json<Workspace>;
  /** What endpoint 9 answers with. */
  readonly configuration: Json<MockService>;
}

/** Adds to an input what the service sets itself. An input's own `id` or timestamps do not count (§4, rule 1). */
export function mockServiceOf(
  input: MockServiceInput,
  set: Pick<MockService, 'id' | 'createdAt' | 'updatedAt'>,
): MockService {
  const idFirst = { id: set.id };
  return { ...idFirst, ...input, ...set };
}

export function storeMockService(service: MockService): StoredMockService {
  const { id, type, title, createdAt, updatedAt } = service;
  return {
    id,
    createdAt,
    full: encode(service),
    summary: encode({ id, type, title, createdAt, updatedAt }),
  };
}

/** @param configuration What the seed has for endpoint 9; derived from the workspace when it has none. */
export function storeWorkspace(
  workspace: Workspace,
  configuration: Json<MockService> = encode(emptyConfiguration(workspace)),
): StoredWorkspace {
  return { json: encode(workspace), configuration };
}

/** A configuration for a workspace that has none of its own. */
export function emptyConfiguration({ id, name, createdAt }: Workspace): MockService {
  const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
  const config = { cors, defaultResponseHeaders: {}, upstreams: [] };
  return { id, type: 'REST', title: name, config, createdAt, updatedAt: createdAt };
}
