import { check, identifier } from '@mock-services/sdk/contract';
import { Problem } from '../http/problem.ts';

/** 404: nothing has this id. */
export function unknownId(kind: 'mock service' | 'workspace', id: string): Problem {
  const isId = check(identifier, id).length === 0;
  const hint = isId ? '' : ' It does not have the form of a UUID.';
  return new Problem(404, `There is no ${kind} with the id in the path.${hint}`, { breaksContract: !isId });
}
