import type { DataOf } from '../contract/endpoints.ts';
import type { OperationId } from '../contract/operations.ts';
import { ApiPromise, type WithResponse } from './api-promise.ts';
import type { Prepare } from './prepare.ts';
import { resourceIn } from './result.ts';
import { send } from './send.ts';

/** Runs any of the nine operations. */
export type Invoke = <Id extends OperationId>(operation: Id, ...given: Given) => ApiPromise<DataOf<Id>>;

/** Options, identifier and input of a call. */
type Given = Parameters<Prepare> extends [OperationId, ...infer Rest] ? Rest : never;

/** Makes the one function that all methods of a client go through. */
export function createInvoke(prepare: Prepare): Invoke {
  const run = async (operation: OperationId, given: Given): Promise<WithResponse<unknown>> => {
    const call = await prepare(operation, ...given);
    const received = await send(call);
    const { status, headers, url } = received.raw;
    return {
      data: await resourceIn(call, received),
      response: { status, headers, url: (url || call.terms.url).replace(/[?#].*/s, '') },
      attempts: call.attempts,
    };
  };

  // The table holds, for each operation, the schema that its types are derived from: what `run` returns for
  // an operation is what that schema accepts.
  return (operation, ...given) =>
    new ApiPromise(run(operation, given)) as ApiPromise<DataOf<typeof operation>>;
}
