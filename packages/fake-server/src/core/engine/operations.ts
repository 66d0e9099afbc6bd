import {
  check,
  identifier,
  type BodyOf,
  type OperationId,
  type ParamsOf,
  type ResultOf,
} from '@mock-services/sdk/contract';
import type { Settings } from '../behavior/options.ts';
import { Problem } from '../http/problem.ts';
import { shownValue } from '../words.ts';
import { toMilliseconds } from '../time/time.ts';
import { decode, encode, envelope, listEnvelope, type Json } from '../json.ts';
import { clearLog, newMockService, removeWithOwned, updatedMockService } from '../world/resources.ts';
import type { Transaction } from '../world/transaction.ts';

export interface Call<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  readonly body: BodyOf<Id>;
  readonly tx: Transaction;
  readonly options: Settings;
}

type BodyText<Result> = Result extends undefined ? undefined : Json<Result>;

/** A resolver returns `undefined` if the interface does not specify the response body. */
export type Resolver<Id extends OperationId> = (call: Call<Id>) => BodyText<ResultOf<Id>> | Problem;

export const resolvers: { readonly [Id in OperationId]: Resolver<Id> } = {
  listMockServices: ({ tx }) => listEnvelope(tx.world.summaries()),

  getMockService: ({ params, tx }) => {
    const found = tx.world.table('mockService').get(params.mockServiceId);
    return found ? envelope(found) : unknownId('mock service', params.mockServiceId);
  },

  createMockService: ({ body, tx }) => {
    const service = newMockService(tx, body, {}, (id) => tx.world.table('mockService').has(id));
    tx.put('mockService', service.id, service);
    return encode({ id: service.id });
  },

  updateMockService: ({ params, body, tx }) => {
    const before = tx.world.table('mockService').get(params.mockServiceId);
    if (!before) return unknownId('mock service', params.mockServiceId);
    const service = updatedMockService(tx, decode(before), body.data);
    tx.put('mockService', service.id, service);
    return envelope(encode(service));
  },

  deleteMockService: ({ params, tx, options }) => {
    const existed = removeWithOwned(tx, 'mockService', params.mockServiceId);
    if (existed || options.repeatedDelete === 'accepted') return undefined;
    return unknownId('mock service', params.mockServiceId);
  },

  listWorkspaces: ({ tx, options }) => {
    const rows = Array.from(tx.world.table('workspace').values());
    if (options.onExpiry === 'keep') return listEnvelope(rows);
    const now = tx.now();
    return listEnvelope(rows.filter((row) => toMilliseconds(decode(row).expiresAt) > now));
  },

  getWorkspaceConfiguration: (call) => {
    const { params, tx } = call;
    const found = tx.world.table('configuration').get(params.workspaceId);
    return goneOrUnknown(call) ?? (found ? envelope(found) : unknownId('workspace', params.workspaceId));
  },

  listActivity: (call) => {
    const { params, tx } = call;
    return goneOrUnknown(call) ?? listEnvelope(tx.world.table('entry', params.workspaceId).values());
  },

  clearActivity: (call) => {
    const problem = goneOrUnknown(call);
    if (problem) return problem;
    clearLog(call.tx, call.params.workspaceId);
    return undefined;
  },
};

function goneOrUnknown({ params, tx, options }: Omit<Call<'listActivity'>, 'body'>): Problem | undefined {
  const workspace = tx.world.table('workspace').get(params.workspaceId);
  if (!workspace) return unknownId('workspace', params.workspaceId);
  const isGone = options.onExpiry === 'gone' && toMilliseconds(decode(workspace).expiresAt) <= tx.now();
  return isGone ? new Problem(410, 'The workspace has expired.', { breaksContract: false }) : undefined;
}

function unknownId(kind: 'mock service' | 'workspace', id: string): Problem {
  const isId = check(identifier, id).length === 0;
  const hint = isId ? '' : ' It does not have the form of a UUID.';
  const list: OperationId = kind === 'workspace' ? 'listWorkspaces' : 'listMockServices';
  const detail = `There is no ${kind} with the id ${shownValue(id)}. ${list} returns all ${kind}s.${hint}`;
  return new Problem(404, detail, { breaksContract: !isId });
}
