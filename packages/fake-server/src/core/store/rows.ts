/** Resources as the store holds them: immutable text, encoded once per write. */
import type {
  ActivityEntry,
  MockService,
  MockServiceInput,
  MockServiceSummary,
  Workspace,
} from '@mock-services/sdk/contract';
import { bytesOf } from '../limits.ts';
import { encode, type Json } from './json.ts';

export interface MockServiceRow {
  readonly id: string;
  readonly createdAt: string;
  readonly full: Json<MockService>;
  readonly summary: Json<MockServiceSummary>;
}

export interface WorkspaceRow {
  readonly id: string;
  readonly json: Json<Workspace>;
  /** The response of endpoint 9. */
  readonly configuration: Json<MockService>;
}

export type ActivityRow = Json<ActivityEntry>;

export function mockServiceBytes({ full, summary }: MockServiceRow): number {
  return bytesOf(full, summary);
}

export function workspaceBytes({ json, configuration }: WorkspaceRow): number {
  return bytesOf(json, configuration);
}

/** Of an entry: its text is its row. */
export function activityBytes(row: ActivityRow): number {
  return bytesOf(row);
}

/** The fields of a mock service that the service sets itself. */
export type ServiceFields = Pick<MockService, 'id' | 'createdAt' | 'updatedAt'>;

/** Adds to an input what the service sets itself. An input's own `id` or timestamps do not count (§4, rule 1). */
export function mockServiceOf(input: MockServiceInput, fields: ServiceFields): MockService {
  const idFirst = { id: fields.id };
  return { ...idFirst, ...input, ...fields };
}

export function mockServiceRow(service: MockService): MockServiceRow {
  const { id, type, title, createdAt, updatedAt } = service;
  return {
    id,
    createdAt,
    full: encode(service),
    summary: encode({ id, type, title, createdAt, updatedAt }),
  };
}

export function workspaceRow(
  workspace: Workspace,
  configuration: Json<MockService> = encode(emptyConfiguration(workspace)),
): WorkspaceRow {
  return { id: workspace.id, json: encode(workspace), configuration };
}

/** The configuration of a workspace that was given none. */
export function emptyConfiguration({ id, name, createdAt }: Workspace): MockService {
  const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
  const config = { cors, defaultResponseHeaders: {}, upstreams: [] };
  return { id, type: 'REST', title: name, config, createdAt, updatedAt: createdAt };
}
