import { check, identifier } from '@mock-services/sdk/contract';
import { Problem } from './problem.ts';

/** 404: there is nothing with this id. */
export function unknownId(kind: 'mock service' | 'workspace', id: string): Problem {
  const hint = check(identifier, id).length === 0 ? '' : ' It does not have the form of a UUID.';
  return new Problem(404, `There is no ${kind} with the id in the path.${hint}`);
}
