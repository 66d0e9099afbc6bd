import { bodyValidators } from '../contract/validators.gen.ts';
import type { Call } from './call.ts';
import { loadRefusal } from './on-demand.ts';

/**
 * Writes what the caller gave as JSON, and checks what was written.
 *
 * @throws ValidationError
 */
export async function encodeInput(call: Call, input: unknown): Promise<string | undefined> {
  const { operation, endpoint } = call.terms;
  const accepts = bodyValidators[operation];
  if (accepts === undefined) return undefined;
  let sent: unknown;
  try {
    // What JSON leaves out or makes otherwise does not arrive, so it is not there to be checked.
    const text: unknown = JSON.stringify(input);
    sent = typeof text === 'string' ? withoutServiceFields(JSON.parse(text)) : undefined;
  } catch {
    throw (await loadRefusal(call)).unwritableInput(call);
  }
  if (endpoint.bodyKey) sent = { [endpoint.bodyKey]: sent };
  if (!accepts(sent)) (await loadRefusal(call)).checkInput(call, sent);
  return JSON.stringify(sent);
}

/** The service sets these and is not sent them (§4, rule 1); a mock service that was read and changed still has them. */
function withoutServiceFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = input as Record<string, unknown>;
  return rest;
}
