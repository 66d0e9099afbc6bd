/** Successes in another look: what they say stays the same. */
import type { OperationId } from '@mock-services/sdk/contract';
import { restyleFields } from './look-fields.ts';
import type { WireResponse } from '../http/message.ts';
import type { Styling } from './styling.ts';

export function restyleBody(response: WireResponse, operation: OperationId, styling: Styling): WireResponse {
  if (response.body === '') return restyleNothing(response, operation, styling);
  const { choices, applied } = styling;
  const value = JSON.parse(response.body) as { data?: unknown };
  if (Array.isArray(value.data)) value.data = reordered(value.data, styling);
  const body = JSON.stringify(restyleFields(value, operation, styling));
  if (choices.contentType !== 'application/json') applied('contentType');
  return { ...response, headers: { ...response.headers, 'content-type': choices.contentType }, body };
}

/** Content type and body of an answer that may say anything. */
const bodies = {
  object: ['application/json', '{}'],
  text: ['text/plain; charset=utf-8', 'OK'],
  json: ['application/json', '{"message":"Done."}'],
} as const;

function restyleNothing(
  response: WireResponse,
  operation: OperationId,
  { choices, applied }: Styling,
): WireResponse {
  const name = operation === 'clearActivity' ? 'clearActivityBody' : 'deleteBody';
  const choice = choices[name];
  if (choice === 'empty') return response;
  applied(name);
  const [type, body] = bodies[choice];
  return { ...response, headers: { ...response.headers, 'content-type': type }, body };
}

function reordered(items: readonly unknown[], { choices, chance, applied }: Styling): unknown[] {
  if (choices.listOrder === 'insertion' || items.length < 2) return [...items];
  applied('listOrder');
  const order = [...items].toReversed();
  if (choices.listOrder === 'reversed') return order;
  // Fisher and Yates.
  for (let i = order.length - 1; i > 0; i -= 1) {
    const other = chance.below(i + 1);
    [order[i], order[other]] = [order[other], order[i]];
  }
  return order;
}
