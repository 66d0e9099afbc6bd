import { check } from '../contract/check.ts';
import type { Issue } from '../contract/issue.ts';
import { type DataOf, type Endpoint, endpoints, type InputOf, type ParamsOf } from '../contract/endpoints.ts';
import type { OperationId } from '../contract/operations.ts';
import { expandPath } from '../contract/path.ts';
import { placeOf } from '../contract/place.ts';
import { identifier } from '../contract/schemas.ts';
import { typeName } from '../contract/type-name.ts';
import { ApiPromise, type WithResponse } from './api-promise.ts';
import type { BaseUrl } from './base-url.ts';
import { Call } from './call.ts';
import { findProblem, type RequestOptions, resolveBudgets, type ClientOptions } from './options.ts';
import { parseResult } from './responses.ts';
import { send, type TransportOptions } from './transport.ts';
import { encodeBody, refuse } from './request-body.ts';
import { createResponseCheck } from './response-check.ts';

/** What a call gives to its operation: path parameters, and the body without its envelope. */
export type CallArguments<Id extends OperationId> = {
  readonly params: ParamsOf<Id>;
} & (InputOf<Id> extends undefined ? unknown : { readonly input: InputOf<Id> });

/** Runs any of the nine operations. */
export type Invoke = <Id extends OperationId>(
  operation: Id,
  args: CallArguments<Id>,
  options: RequestOptions | undefined,
) => ApiPromise<DataOf<Id>>;

/** Makes the one function that all methods of a client go through. */
export function createInvoke(baseUrl: BaseUrl, options: ClientOptions, transport: TransportOptions): Invoke {
  const checkResponse = createResponseCheck(options.validation ?? 'strict', transport.observers);

  const run = async (
    operation: OperationId,
    { params, input }: { readonly params: Readonly<Record<string, string>>; readonly input?: unknown },
    requestOptions: RequestOptions,
  ): Promise<WithResponse<unknown>> => {
    const endpoint: Endpoint = endpoints[operation];
    const refused = new Call(operation, endpoint, baseUrl.prefix + endpoint.path);
    refuse(refused, checkParams(params));
    const call = new Call(operation, endpoint, baseUrl.prefix + expandPath(endpoint.path, params));
    const body = encodeBody(call, input);
    const budgets = resolveBudgets(options, requestOptions);
    const problem = findProblem(budgets);
    if (problem) {
      refuse(call, [
        {
          ...placeOf([problem.option]),
          expected: problem.expected,
          received: typeName(budgets[problem.option]),
        },
      ]);
    }
    const url = call.url + baseUrl.query;
    const response = await send(call, { url, body, budgets, options: requestOptions }, transport);
    const { status, headers } = response;
    return {
      data: endpoint.result && checkResponse(call, endpoint.result, parseResult(call, response)),
      response: { status, headers, url: withoutQuery(response.url || url) },
      attempts: call.attempts,
    };
  };

  // The table holds, for each operation, the schema that its types are derived from: what `run` returns for
  // an operation is what that schema accepts.
  return (operation, args, requestOptions) =>
    // Callers without types may give `null` for no options.
    new ApiPromise(run(operation, args, requestOptions ?? {})) as ApiPromise<DataOf<typeof operation>>;
}

function checkParams(params: Readonly<Record<string, string>>): Issue[] {
  return Object.entries(params).flatMap(([name, value]) =>
    check(identifier, value).map((issue) => ({ ...issue, ...placeOf([name]) })),
  );
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/s, '');
}
