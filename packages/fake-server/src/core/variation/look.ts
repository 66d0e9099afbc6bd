/** Makes an answer look as the options, or grease, want it where the interface is silent. */
import type { OperationId } from '@mock-services/sdk/contract';
import { restyleBody } from './look-body.ts';
import { restyleError } from './look-error.ts';
import type { IdGenerator } from '../random.ts';
import type { WireResponse } from '../http/message.ts';
import type { Look } from './rules.ts';
import { choiceNames, variations, type Choice } from './variations.ts';

/** Names the open points that were varied in an answer. */
const header = 'x-mock-services-grease';

/** @param operation - `undefined` for a request that has no endpoint. */
export function dress(
  { choices: base, errorStatuses, grease }: Look,
  operation: OperationId | undefined,
  response: WireResponse,
  chance: IdGenerator,
): WireResponse {
  const choices = grease?.choose(base, chance) ?? base;
  const applied = new Set<Choice>();
  const look = { choices, chance, applied: (name: Choice) => void applied.add(name) };
  const dressed =
    response.status >= 400 || operation === undefined
      ? restyleError(response, look, errorStatuses)
      : restyleBody(response, operation, look);
  if (!grease) return dressed;
  const points = choiceNames.filter((name) => applied.has(name)).map((name) => variations[name].point);
  return points.length === 0
    ? dressed
    : { ...dressed, headers: { ...dressed.headers, [header]: points.join(', ') } };
}
