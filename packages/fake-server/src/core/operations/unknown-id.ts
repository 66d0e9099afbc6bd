import { check, identifier, type OperationId } from '@mock-services/sdk/contract';
import { Problem } from '../http/problem.ts';
import { shownValue } from '../shown-value.ts';

/** 404: nothing has this id. */
export function unknownId(kind: 'mock service' | 'workspace', id: string): Problem {
  const isId = check(identifier, id).length === 0;
  const hint = isId ? '' : ' It does not have the form of a UUID.';
  const list: OperationId = kind === 'workspace' ? 'listWorkspaces' : 'listMockServices';
  const detail = `There is no ${kind} with the id ${shownValue(id)}; ${list} says which there are.${hint}`;
  return new Problem(404, detail, { breaksContract: !isId });
}
