import { isIdentifier } from '../contract/validators.gen.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import { parseBaseUrl } from './base-url.ts';
import { Call, type ClientTerms } from './call.ts';
import { checkOptions, findProblem } from './check-options.ts';
import { createCredentials } from './credentials.ts';
import { encodeInput } from './input.ts';
import { loadRefusal } from './on-demand.ts';
import { type ClientOptions, type RequestOptions, resolveBudgets } from './options.ts';

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

/**
 * Makes what all calls of a client begin with.
 *
 * @throws TypeError when an option has no meaning.
 */
export function createPrepare(given: ClientOptions): Prepare {
  // Callers without types may give nothing at all.
  const { prefix, query } = parseBaseUrl((given as Partial<ClientOptions> | undefined)?.baseUrl);
  // A copy, so that they stay as they were given.
  const own = { ...given };
  checkOptions(own);
  const client: ClientTerms = {
    ...own,
    validation: own.validation ?? 'strict',
    credentials: createCredentials(own),
    told: new Set(),
  };
  const clientBudgets = resolveBudgets(own);
  return async (operation, requestOptions, id, input) => {
    // Those of the client were checked when it was made.
    const problem = requestOptions ? findProblem(requestOptions) : undefined;
    // Callers without types may give `null` for no options.
    const options = (problem ? undefined : requestOptions) ?? {};
    const endpoint = operations[operation];
    const known = !endpoint.path.includes(':') || isIdentifier(id);
    const call = new Call({
      operation,
      endpoint,
      client,
      options,
      budgets: requestOptions && !problem ? resolveBudgets(requestOptions, clientBudgets) : clientBudgets,
      // What is known to be an identifier needs no encoding.
      url: prefix + (known ? endpoint.path.replace(/:\w+/, String(id)) : endpoint.path),
      query,
    });
    if (!known) throw (await loadRefusal(call)).refusedId(call, id);
    call.body = await encodeInput(call, input);
    if (problem) throw (await loadRefusal(call)).refusedOption(call, problem);
    return call;
  };
}
