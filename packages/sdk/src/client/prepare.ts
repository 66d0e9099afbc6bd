import { acceptsIdentifier } from '../contract/accepts.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import type { BaseUrl } from './base-url.ts';
import { Call, type ClientTerms } from './call.ts';
import { createCredentials } from './credentials.ts';
import { encodeInput } from './input.ts';
import { loadRefusal } from './on-demand.ts';
import {
  type ClientOptions,
  defaultBudgets,
  findProblem,
  type RequestOptions,
  resolveBudgets,
} from './options.ts';

/**
 * Makes a call of what the caller gave, ready to be sent.
 *
 * @param id - Goes into the path, where the path has a place for one.
 * @param input - The body without its envelope.
 * @throws ValidationError
 */
export type Prepare = (
  operation: OperationId,
  options: RequestOptions | undefined,
  id?: string,
  input?: unknown,
) => Promise<Call>;

/** Makes what all calls of a client begin with. */
export function createPrepare(baseUrl: BaseUrl, given: ClientOptions): Prepare {
  const client: ClientTerms = {
    fetch: given.fetch,
    credentials: createCredentials(given),
    observers: given,
    validation: given.validation ?? 'strict',
    told: new Set(),
  };
  const clientBudgets = resolveBudgets(given, defaultBudgets);
  return async (operation, requestOptions, id, input) => {
    // Callers without types may give `null` for no options.
    const options = requestOptions ?? {};
    const endpoint = operations[operation];
    const known = !endpoint.path.includes(':') || acceptsIdentifier(id);
    // Those of the client were checked when it was made.
    const budgets = requestOptions ? resolveBudgets(requestOptions, clientBudgets) : clientBudgets;
    const problem = requestOptions && findProblem(budgets);
    const call = new Call({
      operation,
      endpoint,
      client,
      options,
      budgets: problem ? clientBudgets : budgets,
      // What is known to be an identifier needs no encoding.
      url: baseUrl.prefix + (known ? endpoint.path.replace(/:\w+/, String(id)) : endpoint.path),
      query: baseUrl.query,
    });
    if (!known) throw (await loadRefusal(call)).refusedId(call, id);
    call.body = await encodeInput(call, input);
    if (problem) throw (await loadRefusal(call)).refusedOption(call, problem);
    return call;
  };
}
