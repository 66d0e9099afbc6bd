import { resultValidators } from '../contract/validators.gen.ts';
import type { ReceivedResponse } from './attempt.ts';
import type { Call } from './call.ts';
import { loadFailure, loadRefusal } from './on-demand.ts';

/**
 * Reads the body of a success, checks it and takes the resource out of its envelope.
 *
 * @throws ParseError | ValidationError
 */
export async function resourceIn(call: Call, received: ReceivedResponse): Promise<unknown> {
  const { operation, endpoint, client } = call.terms;
  const accepts = resultValidators[operation];
  if (accepts === undefined) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(received.text);
  } catch {
    throw (await loadFailure(call)).notJson(call, received.raw.status, received.text);
  }
  if (client.validation !== 'off' && !accepts(body)) (await loadRefusal(call)).checkResult(call, body);
  // Without validation a body may be anything.
  return endpoint.resultKey ? (body as Partial<Record<string, unknown>> | null)?.[endpoint.resultKey] : body;
}
